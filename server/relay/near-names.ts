/** The names that are nearest to one that does not exist: the same one, or those that have most of its pairs of letters. */
export const namesNear = (name: string, names: readonly string[]): string[] => {
  const bare = bareName(name)
  const same = names.filter((each) => bareName(each) === bare)
  return same.length > 0 ? same.slice(0, mostNear) : namesAlike(name, names)
}

/** Other programs write a maker before it and a version behind it. */
const bareName = (name: string): string =>
  name
    .slice(0, longestCompared)
    .trim()
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/^[a-z]+:/, '')
    .replace(/:[a-z]+$/, '')

const namesAlike = (name: string, names: readonly string[]): string[] => {
  const wanted = new Set<number>()
  const count = eachPair(name, (pair) => wanted.add(pair))
  if (count === 0) return []
  const likenessOf = (other: string): number => {
    let shared = 0
    const others = eachPair(other, (pair) => {
      if (wanted.has(pair)) shared += 1
    })
    return (2 * Math.min(shared, count)) / (count + others)
  }
  return names
    .map((each) => ({ each, likeness: likenessOf(each) }))
    .filter(({ likeness }) => likeness >= leastLikeness)
    .sort((one, other) => other.likeness - one.likeness || one.each.length - other.each.length)
    .slice(0, mostNear)
    .map(({ each }) => each)
}

const mostNear = 3
/** Below it names have little more in common than their maker. */
const leastLikeness = 0.6
const longestCompared = 100

/**
 * Goes through two letters at a time, as numbers: whoever asks for what is not there may do so often, and there may be
 * thousands of names. Dots, lines and slashes are what people get wrong most: they count for nothing.
 */
const eachPair = (name: string, take: (pair: number) => void): number => {
  let count = 0
  let last = -1
  for (let index = 0; index < name.length && index < longestCompared; index += 1) {
    const letter = letterAt(name, index)
    if (letter < 0) continue
    if (last >= 0) {
      take(last * letters + letter)
      count += 1
    }
    last = letter
  }
  return count
}

const letters = 36

/** 0 to 9 for digits, 10 and more for letters of either case, -1 for anything else. */
const letterAt = (name: string, index: number): number => {
  const code = name.charCodeAt(index)
  if (code >= 48 && code <= 57) return code - 48
  const small = code | 32
  return small >= 97 && small <= 122 ? small - 87 : -1
}
