import type { JsonObject } from '../json/json.ts'

/**
 * The parts of a text in which pictures stand as markdown with their data inside, as some dialects give them to their
 * clients: each picture becomes one again, as its data is far too long to be read as text.
 */
export const cutMarkdownImages = (text: string): JsonObject[] => {
  const parts: JsonObject[] = []
  const opening = /!\[[^\]\n]{0,200}\]\(data:(image\/[a-z0-9.+-]{1,40});base64,/g
  let position = 0
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const end = text.indexOf(')', opening.lastIndex)
    if (end < 0) break
    if (found.index > position) parts.push({ text: text.slice(position, found.index) })
    parts.push({ inlineData: { mimeType: found[1], data: text.slice(opening.lastIndex, end) } })
    position = end + 1
    opening.lastIndex = position
  }
  if (position < text.length) parts.push({ text: text.slice(position) })
  return parts
}
