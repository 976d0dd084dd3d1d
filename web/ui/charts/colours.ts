import * as z from 'zod/mini'
import { readLocalJson, writeLocal } from '../../lib/local-storage.ts'

const ring = 9

const colourAt = (place: number): string => `var(--series-${place + 1})`

/** For what is many things at once. */
export const restColour = colourAt(ring)

/** Which colour each has, those that were asked for last at the end; by a number that follows from the name, not by it. */
type Places = ReadonlyMap<number, number>

const storageKey = 'chart-colours'
const keptPlaces = z.array(z.tuple([z.int(), z.int().check(z.minimum(0), z.maximum(ring - 1))]))
const mostKept = 500

/**
 * A colour for each name, which it keeps in this browser: it follows from the name, or is the next one that no other of
 * those asked for at the time has.
 */
export const createColours = () => {
  /** Where the browser keeps nothing it lasts as long as the page. */
  let remembered: Places = new Map()
  return (names: readonly string[]): ((name: string) => string) => {
    const stored = readLocalJson(storageKey, keptPlaces)
    const known: Places = stored === null ? remembered : new Map(stored)
    const own = new Map<number, number>()
    const taken = new Set<number>()
    const give = (number: number, place: number) => {
      own.set(number, place)
      taken.add(place)
    }
    const numbers = new Set([...names].sort().map(numberOf))
    for (const [number, place] of known) if (numbers.has(number) && !taken.has(place)) give(number, place)
    for (const number of numbers) {
      if (own.has(number)) continue
      const first = number % ring
      const places = Array.from({ length: ring }, (_, index) => (first + index) % ring)
      give(number, places.find((place) => !taken.has(place)) ?? first)
    }
    if ([...own].some(([number, place]) => known.get(number) !== place)) {
      const others = [...known].filter(([number]) => !own.has(number))
      const kept = [...others, ...own].slice(-mostKept)
      remembered = new Map(kept)
      writeLocal(storageKey, JSON.stringify(kept))
    }
    return (name) => colourAt(own.get(numberOf(name)) ?? known.get(numberOf(name)) ?? numberOf(name) % ring)
  }
}

const numberOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7)
