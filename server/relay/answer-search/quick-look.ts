/** Whether an answer's text, as it is written in JSON, can hold nothing of a word: then nothing in it is taken apart. */
export type QuickLook = {
  /** No word stands in it. */
  isClean: (json: string) => boolean
  /** The same, and none begins at the end of one of its texts, to go on in the next event. */
  isCleanPiece: (json: string) => boolean
}

/** Of more words walking through the texts is quicker. */
const few = 16
/** These signs are written in other ways in JSON. */
const writtenElse = /["\\/\p{Cc}]/u
/** Any sign may be written like this. */
const written = '\\u'
/** Letters that are not the same small ones everywhere; of other words they are no part. */
const changing = /[\u0130\u03a3]/
const plain = /^\p{ASCII}*$/u

/** Undefined where it could not tell, or would take as long as looking. `words` are in small letters. */
export const createQuickLook = (words: readonly string[], hasPatterns: boolean): QuickLook | undefined => {
  const known = words.filter((word) => word !== '')
  if (hasPatterns || known.length === 0 || known.length > few || known.some((word) => writtenElse.test(word))) {
    return undefined
  }
  const whole = known.map(escaped).join('|')
  // What stands before a colon is the name of a member.
  const begun = known
    .filter((word) => word.length > 1)
    .map((word) => String.raw`${beginnings(word)}"(?!\s*:)`)
    .join('|')
  const [held, heldOrBegun] = [new RegExp(whole), new RegExp(begun === '' ? whole : `${whole}|${begun}`)]
  const arePlain = known.every((word) => plain.test(word))
  const isFree = (json: string, of: RegExp) =>
    !json.includes(written) && (arePlain || !changing.test(json)) && !of.test(json.toLowerCase())
  return { isClean: (json) => isFree(json, held), isCleanPiece: (json) => isFree(json, heldOrBegun) }
}

/** Any beginning of the word but the whole: `a(?:b(?:c)?)?` of `abcd`. */
const beginnings = (word: string): string => {
  const units = word.slice(0, -1).split('').map(escaped)
  return units.reduceRight((rest, unit) => (rest === '' ? unit : `${unit}(?:${rest})?`), '')
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]]/g, String.raw`\$&`)
