/** Whether the text is a regular expression at all. */
export const isPattern = (source: string): boolean => {
  try {
    return new RegExp(source) instanceof RegExp
  } catch {
    return false
  }
}

/**
 * Whether matching takes a time that grows with the text alone, and slowly. What may take several lengths or forms must
 * not be repeated, as in `(a+)+` or `(a|aa)*`, because a matcher then tries every way to cut the text; references back
 * and looking around are refused too, because no matcher does them in linear time.
 */
export const isQuickPattern = (source: string): boolean => {
  const work = workOf(source)
  if (work === undefined) return false
  return work.steps <= mostSteps || (work.places <= mostPlaces && work.copies <= mostCopies)
}

/** Whether even a matcher that goes back and tries again is soon done at every place of a text. */
export const isBoundedPattern = (source: string): boolean => {
  const work = workOf(source)
  return work !== undefined && work.steps <= mostSteps
}

/** The longest text that a pattern can match, in UTF-16 units; undefined where nothing bounds it. */
export const longestMatch = (source: string): number | undefined => {
  const places = workOf(source)?.places
  return places === undefined || places === Infinity ? undefined : places
}

const mostSteps = 1024
/** Of patterns without bounds, for a matcher that goes through the text once with every place of the pattern at hand. */
const mostPlaces = 128
/** As often as that matcher writes a part out. */
const mostCopies = 16

/** What looking for a pattern takes at one place of a text. */
type Work = {
  /** Of a matcher that goes back. */
  steps: number
  /** In which the pattern may match. */
  ways: number
  /** Of the pattern, its repeats written out. */
  places: number
  /** How often a part of it is written out. */
  copies: number
}

const nothing: Work = { steps: 0, ways: 1, places: 0, copies: 1 }
const sign: Work = { steps: 1, ways: 1, places: 1, copies: 1 }
/** Its letters count without regard to case, which the matcher without going back cannot. */
const never: Work = { ...nothing, copies: Infinity }

const inRow = (before: Work, then: Work): Work => ({
  steps: before.steps + before.ways * then.steps,
  ways: before.ways * then.ways,
  places: before.places + then.places,
  copies: Math.max(before.copies, then.copies),
})

const either = (one: Work, other: Work): Work => ({
  steps: one.steps + other.steps,
  ways: one.ways + other.ways,
  places: one.places + other.places,
  copies: Math.max(one.copies, other.copies),
})

const repeated = ({ steps, ways, places, copies }: Work, { least, most }: Repeat): Work => {
  const written = most === Infinity ? Math.max(least, 1) : Math.max(most, 1)
  return {
    steps: steps * most,
    ways: ways + most - least,
    places: places * written,
    copies: copies * written,
  }
}

/** Undefined where nothing bounds it. */
const workOf = (source: string): Work | undefined => {
  const outer: Group[] = []
  let group: Group = { others: undefined, work: nothing }
  let place = 0
  while (place < source.length) {
    const atom = atomAt(source, place)
    if (/^\\[1-9k]/.test(atom) || /^\(\?<?[=!]/.test(atom)) return undefined
    place += atom.length
    if (atom === '|') group = { others: workOfGroup(group), work: nothing }
    else if (atom.startsWith('(')) {
      outer.push(group)
      group = { others: undefined, work: /^\(\?[a-z-]+:/.test(atom) ? never : nothing }
    } else {
      const inner = atom === ')' ? workOfGroup(group) : sign
      if (atom === ')') group = outer.pop() ?? { others: undefined, work: nothing }
      const repeat = repeatAt(source, place)
      place += repeat.length
      if (inner.ways > 1 && repeat.most > 1) return undefined
      group = { ...group, work: inRow(group.work, repeated(inner, repeat)) }
    }
  }
  return workOfGroup(group)
}

/** What stands between two brackets: the forms behind it, and the last one. */
type Group = { others: Work | undefined; work: Work }

const workOfGroup = ({ others, work }: Group): Work => (others === undefined ? work : either(others, work))

const atomShape =
  /\\(?:u\{[0-9a-fA-F]+\}|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:<?[=!]|[a-z-]*:|<[^>]*>))?|[\s\S]/y

/** The sign, escape, class or opening bracket at a place. */
export const atomAt = (source: string, place: number): string => {
  atomShape.lastIndex = place
  return atomShape.exec(source)?.[0] ?? source.slice(place)
}

const quantifierShape = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y

type Repeat = { length: number; least: number; most: number }

/** How often what stands before a place is repeated. */
export const repeatAt = (source: string, place: number): Repeat => {
  quantifierShape.lastIndex = place
  const [whole = '', sign, least, comma, most] = quantifierShape.exec(source) ?? []
  if (sign !== undefined)
    return { length: whole.length, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity }
  if (least === undefined) return { length: 0, least: 1, most: 1 }
  const open = most === '' ? Infinity : Number(most)
  return { length: whole.length, least: Number(least), most: comma === '' ? Number(least) : open }
}
