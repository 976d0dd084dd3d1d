/**
 * Changes single top-level members of a JSON object in place of parsing and writing it again: bytes that need not
 * change stay as the client sent them (big numbers, key order, duplicate keys, spacing).
 */

const quote = 0x22
const backslash = 0x5c
const open = { brace: 0x7b, bracket: 0x5b }
const close = { brace: 0x7d, bracket: 0x5d }

/** `key` is where the member begins, `start` and `end` are around its value. */
type Span = { key: number; start: number; end: number }

/**
 * Replaces top-level members, or adds them at the front; undefined takes a member away. `bytes` must be valid JSON with
 * an object at the top.
 */
export const setMembers = (bytes: Buffer, members: Readonly<Record<string, unknown>>): Buffer => {
  const names = Object.keys(members)
  const gone = names.filter((name) => members[name] === undefined)
  if (gone.length > 0) {
    const rest = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
    return setMembers(withoutMembers(bytes, gone), rest)
  }
  if (names.length === 0) return bytes
  const spans = findMembers(bytes, names)
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

/** Those that stay keep their bytes. */
const withoutMembers = (bytes: Buffer, names: readonly string[]): Buffer => {
  const kept: Buffer[] = []
  for (const [name, { key, end }] of eachMember(bytes)) {
    if (names.includes(name)) continue
    kept.push(kept.length === 0 ? Buffer.from('{') : Buffer.from(','), bytes.subarray(key, end))
  }
  return Buffer.concat(kept.length === 0 ? [Buffer.from('{}')] : [...kept, Buffer.from('}')])
}

/** Where the values of the named top-level members stand; every duplicate of a key counts. */
const findMembers = (bytes: Buffer, names: readonly string[]): Map<string, Span[]> => {
  const spans = new Map<string, Span[]>()
  for (const [name, span] of eachMember(bytes)) {
    if (names.includes(name)) spans.set(name, [...(spans.get(name) ?? []), span])
  }
  return spans
}

function* eachMember(bytes: Buffer): Generator<[name: string, span: Span]> {
  let position = bytes.indexOf(open.brace) + 1
  while (position < bytes.length) {
    const key = bytes.indexOf(quote, position)
    if (key < 0) break
    const keyEnd = endOfString(bytes, key)
    const start = skipSpace(bytes, bytes.indexOf(0x3a, keyEnd) + 1)
    const end = endOfValue(bytes, start)
    yield [readKey(bytes, key, keyEnd), { key, start, end }]
    position = end
  }
}

const readKey = (bytes: Buffer, start: number, end: number): string => {
  const raw = bytes.toString('latin1', start + 1, end - 1)
  if (!raw.includes('\\')) return raw
  const parsed: unknown = JSON.parse(bytes.toString('utf8', start, end))
  return typeof parsed === 'string' ? parsed : raw
}

/** `start` is at the opening quote; the answer is just behind the closing one. */
export const endOfString = (bytes: Buffer, start: number): number => {
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

export const skipSpace = (bytes: Buffer, start: number): number => {
  let position = start
  while (isSpace(bytes[position])) position += 1
  return position
}

const nextSignificant = (bytes: Buffer, start: number) => bytes[skipSpace(bytes, start)]
