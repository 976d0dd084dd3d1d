/** Those that have all words of what was typed, in any order and case, the nearest first; all of them without a word. */
export const findNames = <Item>(
  items: readonly Item[],
  typed: string,
  nameOf: (item: Item) => string,
  /** Where the words may stand as well. */
  textOf: (item: Item) => string = nameOf,
): readonly Item[] => {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return items
  const fitting = items.filter((item) => {
    const text = textOf(item).toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return nearestFirst(fitting, typed, nameOf)
}

/**
 * What a search has found, the nearest first: the name itself, what begins with it, what has a word that does, what has
 * it anywhere, sign by sign, and only then what is alike but for its signs. Among the same, as it was.
 */
export const nearestFirst = <Item>(
  items: readonly Item[],
  typed: string,
  nameOf: (item: Item) => string,
): readonly Item[] => {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return items
  return items
    .map((item) => ({ item, away: distance(nameOf(item).toLowerCase(), wanted) }))
    .sort((one, other) => one.away - other.away)
    .map(({ item }) => item)
}

const distance = (name: string, wanted: string): number => {
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  const places = placesOf(name, wanted)
  if (places.some((place) => !/[\p{L}\p{N}]/u.test(name.charAt(place - 1)))) return 2
  return places.length > 0 ? 3 : 4
}

const placesOf = (name: string, wanted: string): number[] => {
  const places: number[] = []
  for (let place = name.indexOf(wanted); place >= 0; place = name.indexOf(wanted, place + 1)) places.push(place)
  return places
}
