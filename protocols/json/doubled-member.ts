import { endOfString, skipSpace } from './json-edit.ts'

const quote = 0x22
const colon = 0x3a
const open = { brace: 0x7b, bracket: 0x5b }
const close = { brace: 0x7d, bracket: 0x5d }

/** The first name that stands twice in one object of a valid JSON text, whatever escapes it is written with. */
export const findDoubledMember = (bytes: Buffer): string | undefined => {
  const outer: (Set<string> | undefined)[] = []
  let names: Set<string> | undefined
  let position = 0
  while (position < bytes.length) {
    const byte = bytes[position]
    if (byte === quote) {
      const start = position
      position = endOfString(bytes, start)
      if (names === undefined || bytes[skipSpace(bytes, position)] !== colon) continue
      const name = String(JSON.parse(bytes.toString('utf8', start, position)))
      if (names.has(name)) return name
      names.add(name)
      continue
    }
    if (byte === open.brace || byte === open.bracket) {
      outer.push(names)
      names = byte === open.brace ? new Set() : undefined
    } else if (byte === close.brace || byte === close.bracket) {
      names = outer.pop()
    }
    position += 1
  }
  return undefined
}
