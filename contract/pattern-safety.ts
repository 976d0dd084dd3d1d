/** Whether the text is a regular expression at all. */
export const isPattern = (source: string): boolean => {
  try {
    return new RegExp(source) instanceof RegExp
  } catch {
    return false
  }
}

/**
 * Whether matching stays bounded whatever the text. What may take several lengths or forms must not be repeated, as
 * in `(a+)+` or `(a|aa)*`, because a matcher then tries every way to cut the text; references back and looking around
 * are refused too, because no matcher does them in linear time.
 */
export const isQuickPattern = (source: string): boolean => {
  /** For each open group: whether its content may match in several ways. */
  const openGroups = [false]
  let place = 0
  while (place < source.length) {
    const atom = atomAt(source, place)
    if (/^\\[1-9k]/.test(atom) || /^\(\?<?[=!]/.test(atom)) return false
    place += atom.length
    if (atom === '|') openGroups[openGroups.length - 1] = true
    else if (atom.startsWith('(')) openGroups.push(false)
    else {
      const { length, least, most } = quantifierAt(source, place)
      place += length
      const inner = atom === ')' && openGroups.pop() === true
      if (inner && most > 1) return false
      if (inner || least !== most) openGroups[openGroups.length - 1] = true
    }
  }
  return true
}

const atomShape =
  /\\(?:u\{[0-9a-fA-F]+\}|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:<?[=!]|[a-z-]*:|<[^>]*>))?|[\s\S]/y

const atomAt = (source: string, place: number): string => {
  atomShape.lastIndex = place
  return atomShape.exec(source)?.[0] ?? source.slice(place)
}

const quantifierShape = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y

const quantifierAt = (source: string, place: number): { length: number; least: number; most: number } => {
  quantifierShape.lastIndex = place
  const [whole = '', sign, least, comma, most] = quantifierShape.exec(source) ?? []
  if (sign !== undefined)
    return { length: whole.length, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity }
  if (least === undefined) return { length: 0, least: 1, most: 1 }
  const open = most === '' ? Infinity : Number(most)
  return { length: whole.length, least: Number(least), most: comma === '' ? Number(least) : open }
}
