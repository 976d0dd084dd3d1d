/**
 * Changes single top-level members of a JSON object in place of parsing and writing it again: bytes that need not
 * change stay as the client sent them (big numbers, key order, duplicate keys, spacing).
 */

const quote = 0x22
const backslash = 0x5c
const open = { brace: 0x7b, bracket: 0x5b }
const close = { brace: 0x7d, bracket: 0x5d }

type Span = { start: number; end: number }

/** Replaces top-level members, or adds them at the front. `bytes` must be valid JSON with an object at the top. */
export const setMembers = (bytes: Buffer, members: Readonly<Record<string, unknown>>): Buffer => {
  const spans = findMembers(bytes, Object.keys(members))
  const pieces: Buffer[] = []
  const added: string[] = []
  const found: { span: Span; text: string }[] = []
  for (const [key, value] of Object.entries(members)) {
    const text = JSON.stringify(value)
    const places = spans.get(key)
    if (places === undefined) added.push(`${JSON.stringify(key)}:${text}`)
    else for (const span of places) found.push({ span, text })
  }
  found.sort((a, b) => a.span.start - b.span.start)
  let position = 0
  if (added.length > 0) {
    position = bytes.indexOf(open.brace) + 1
    const empty = nextSignificant(bytes, position) === close.brace
    pieces.push(bytes.subarray(0, position), Buffer.from(added.join(',') + (empty ? '' : ',')))
  }
  for (const { span, text } of found) {
    pieces.push(bytes.subarray(position, span.start), Buffer.from(text))
    position = span.end
  }
  pieces.push(bytes.subarray(position))
  return Buffer.concat(pieces)
}

/** Where the values of the named top-level members stand; every duplicate of a key counts. */
const findMembers = (bytes: Buffer, names: readonly string[]): Map<string, Span[]> => {
  const spans = new Map<string, Span[]>()
  let position = bytes.indexOf(open.brace) + 1
  while (position < bytes.length) {
    const keyStart = bytes.indexOf(quote, position)
    if (keyStart < 0) break
    const keyEnd = endOfString(bytes, keyStart)
    const start = skipSpace(bytes, bytes.indexOf(0x3a, keyEnd) + 1)
    const end = endOfValue(bytes, start)
    const key = readKey(bytes, keyStart, keyEnd)
    if (names.includes(key)) spans.set(key, [...(spans.get(key) ?? []), { start, end }])
    position = end
  }
  return spans
}

const readKey = (bytes: Buffer, start: number, end: number): string => {
  const raw = bytes.toString('latin1', start + 1, end - 1)
  if (!raw.includes('\\')) return raw
  const parsed: unknown = JSON.parse(bytes.toString('utf8', start, end))
  return typeof parsed === 'string' ? parsed : raw
}

/** `start` is at the opening quote; the answer is just behind the closing one. */
const endOfString = (bytes: Buffer, start: number): number => {
  let position = start
  for (;;) {
    position = bytes.indexOf(quote, position + 1)
    if (position < 0) return bytes.length
    let slashes = 0
    while (bytes[position - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) return position + 1
  }
}

const endOfValue = (bytes: Buffer, start: number): number => {
  const first = bytes[start]
  if (first === quote) return endOfString(bytes, start)
  let position = start
  if (first !== open.brace && first !== open.bracket) {
    while (position < bytes.length && !endsScalar(bytes[position])) position += 1
    return position
  }
  let depth = 0
  while (position < bytes.length) {
    const byte = bytes[position]
    if (byte === quote) {
      position = endOfString(bytes, position)
      continue
    }
    if (byte === open.brace || byte === open.bracket) depth += 1
    if (byte === close.brace || byte === close.bracket) depth -= 1
    position += 1
    if (depth === 0) return position
  }
  return position
}

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const endsScalar = (byte: number | undefined) =>
  byte === 0x2c || byte === close.brace || byte === close.bracket || isSpace(byte)

const skipSpace = (bytes: Buffer, start: number): number => {
  let position = start
  while (isSpace(bytes[position])) position += 1
  return position
}

const nextSignificant = (bytes: Buffer, start: number) => bytes[skipSpace(bytes, start)]
