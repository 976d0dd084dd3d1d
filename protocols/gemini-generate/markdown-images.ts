import type { JsonObject } from '../json.ts'

const start = '](data:image/'

/**
 * The parts of a text in which pictures stand as markdown with their data inside, as some dialects give them to their
 * clients: each picture becomes one again, as its data is far too long to be read as text.
 */
export const cutMarkdownImages = (text: string): JsonObject[] => {
  const parts: JsonObject[] = []
  let position = 0
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    const opening = text.lastIndexOf('![', at)
    const end = text.indexOf(')', at)
    const comma = text.indexOf(';base64,', at)
    if (opening < position || end < 0 || comma < 0 || comma > end) continue
    if (opening > position) parts.push({ text: text.slice(position, opening) })
    const mimeType = text.slice(at + '](data:'.length, comma)
    parts.push({ inlineData: { mimeType, data: text.slice(comma + ';base64,'.length, end) } })
    position = end + 1
  }
  if (position < text.length) parts.push({ text: text.slice(position) })
  return parts
}
