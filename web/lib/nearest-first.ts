/**
 * What a search has found, the nearest first: the name itself, what begins with it, what has it in it, sign by sign, and
 * only then what is alike but for its signs. Among the same, as it was.
 */
export const nearestFirst = <Item>(
  items: readonly Item[],
  typed: string,
  nameOf: (item: Item) => string,
): readonly Item[] => {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return items
  const distance = (item: Item): number => {
    const place = nameOf(item).toLowerCase().indexOf(wanted)
    if (place === 0) return nameOf(item).length === wanted.length ? 0 : 1
    return place > 0 ? 2 : 3
  }
  return items
    .map((item) => ({ item, away: distance(item) }))
    .sort((one, other) => one.away - other.away)
    .map(({ item }) => item)
}
