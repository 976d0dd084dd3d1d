/** The names that are nearest to one that does not exist: those that have most of its pairs of letters, best first. */
export const namesNear = (name: string, names: readonly string[]): string[] => {
  const wanted = pairsOf(name)
  if (wanted.size === 0) return []
  return names
    .map((each) => ({ each, likeness: likenessOf(wanted, pairsOf(each)) }))
    .filter(({ likeness }) => likeness >= leastLikeness)
    .sort((one, other) => other.likeness - one.likeness || one.each.length - other.each.length)
    .slice(0, mostNear)
    .map(({ each }) => each)
}

const mostNear = 3
/** Below it names have little more in common than their maker. */
const leastLikeness = 0.6
const longestCompared = 100

/** Dots, lines and slashes are what people get wrong most: they count for nothing. */
const pairsOf = (name: string): Set<string> => {
  const letters = name
    .slice(0, longestCompared)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
  const pairs = new Set<string>()
  for (let index = 0; index + 1 < letters.length; index += 1) pairs.add(letters.slice(index, index + 2))
  return pairs
}

/** The share of pairs that both have, between 0 and 1. */
const likenessOf = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  let shared = 0
  for (const pair of one) if (other.has(pair)) shared += 1
  return (2 * shared) / (one.size + other.size)
}
