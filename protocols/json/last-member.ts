import { isObject, type JsonObject, parseLenient } from './json.ts'

/**
 * The object under the last member of a name, read alone: for answers that are long lists of figures with a few words
 * at the end. Not for answers that hold what a model wrote, or what a client gave.
 */
export const lastMember = (bytes: Buffer, name: string): JsonObject | undefined => {
  const mark = `"${name}"`
  const at = bytes.lastIndexOf(mark)
  if (at < 0) return undefined
  const start = at + mark.length
  const end = endOfObject(bytes, start)
  const found = end === undefined ? undefined : parseLenient(`{"found"${bytes.toString('utf8', start, end)}}`)
  return isObject(found) && isObject(found.found) ? found.found : undefined
}

const endOfObject = (bytes: Buffer, start: number): number | undefined => {
  let depth = 0
  for (let position = start; position < bytes.length; position += 1) {
    const byte = bytes[position]
    if (byte === 0x7b) depth += 1
    if (byte === 0x7d) {
      depth -= 1
      if (depth <= 0) return depth === 0 ? position + 1 : undefined
    }
  }
  return undefined
}
