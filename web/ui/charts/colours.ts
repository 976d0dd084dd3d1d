const ring = 9

const colourAt = (place: number): string => `var(--series-${place + 1})`

/** For what is many things at once. */
export const restColour = colourAt(ring)

/**
 * A colour for each name, which it keeps: it follows from the name, or is the next one that no other of those asked for
 * at the time has.
 */
export const createColours = () => {
  const kept = new Map<string, number>()
  return (names: readonly string[]): ((name: string) => string) => {
    const taken = new Set(names.flatMap((name) => kept.get(name) ?? []))
    for (const name of [...names].filter((one) => !kept.has(one)).sort()) {
      const own = placeOf(name)
      const places = Array.from({ length: ring }, (_, index) => (own + index) % ring)
      const place = places.find((one) => !taken.has(one)) ?? own
      taken.add(place)
      kept.set(name, place)
    }
    return (name) => colourAt(kept.get(name) ?? placeOf(name))
  }
}

const placeOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7) % ring
