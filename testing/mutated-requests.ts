/** Two requests on their way over one connection, as bytes that a careless or an ill-meaning client may send. */
export type MutatedPair = { bytes: Buffer; cuts: number[] }

const pick = <Item>(random: () => number, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

const bodies = [
  '',
  'x',
  '{"a":1}',
  'POST /v1/inner HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n',
  '0\r\n\r\n',
  'a'.repeat(300),
]
const targets = [
  '/v1/a',
  '/v1/b?x=1',
  '/v1/',
  '/api/a',
  '/',
  '*',
  'http://b/v1/a',
  '/v1/a#b',
  '/v1/%00',
  '/v1/a b',
  '//v1/a',
]
const headers = [
  'X-A: 1',
  'x-a: 2',
  'Authorization: Bearer one',
  'authorization: Bearer two',
  'Content-Type: application/json',
  'content-type: text/plain',
  'Host: b',
  'Host: a, b',
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: +5',
  'Content-Length: 05',
  'Content-Length: 0x5',
  'Content-Length: 5, 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length:',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding:\tchunked',
  'Transfer_Encoding: chunked',
  'Connection: close',
  'Connection: keep-alive',
  'Connection: content-length',
  'Connection: upgrade',
  'Upgrade: websocket',
  'Expect: 100-continue',
  'Expect: other',
  'Content-Encoding: gzip',
  'TE: trailers',
  'Trailer: x-a',
  'Cookie: a=1',
  'cookie: b=2',
  ' folded: 1',
  ': none',
  'none',
  'X\u00e9: 1',
  'X-B: \u00e9',
  'X-B: \u007f',
  'X-B: \u0000',
  'X-B: a\rb',
  'X-B: a\nHost: c',
  '__proto__: 1',
  'constructor: 1',
]
const pieces = [
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  ',',
  ';',
  '\u000b',
  '\u0085',
  '\u00a0',
  'HTTP/1.1',
  '0',
  '5',
]

const writeRequest = (random: () => number): string => {
  const body = pick(random, bodies)
  const isChunked = random() < 0.1
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  const method = random() < 0.9 ? 'POST' : pick(random, ['GET', 'PUT', 'post', 'POS', 'OPTIONS', 'HEAD', 'PRI'])
  const version =
    random() < 0.95 ? 'HTTP/1.1' : pick(random, ['HTTP/1.0', 'HTTP/2.0', 'HTTP/1.2', 'http/1.1', 'HTTP/1.1 '])
  const target = random() < 0.8 ? '/v1/a' : pick(random, targets)
  const extra = Array.from({ length: Math.floor(random() * 3) }, () => pick(random, headers))
  const lines = ['Host: a', length, ...extra].sort(() => random() - 0.5)
  const sent = isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body
  return `${method} ${target} ${version}\r\n${lines.join('\r\n')}\r\n\r\n${sent}`
}

const mutations: readonly ((random: () => number, text: string) => string)[] = [
  (_, text) => text,
  (random, text) => {
    const place = Math.floor(random() * (text.length + 1))
    return text.slice(0, place) + pick(random, pieces) + text.slice(place)
  },
  (random, text) => {
    const place = Math.floor(random() * text.length)
    return text.slice(0, place) + text.slice(place + 1 + Math.floor(random() * 3))
  },
  (random, text) => {
    const place = Math.floor(random() * text.length)
    return text.slice(0, place) + String.fromCharCode(Math.floor(random() * 256)) + text.slice(place + 1)
  },
  // A line once more, in its place or at the end of the head.
  (random, text) => {
    const lines = text.split('\r\n')
    const line = pick(random, lines)
    const place = Math.floor(random() * lines.length)
    return lines.toSpliced(place, 0, random() < 0.5 ? line : line.toUpperCase()).join('\r\n')
  },
  (random, text) => text.replace(/\r\n/g, (end) => (random() < 0.1 ? '\n' : end)),
  (random, text) => text.replace(/: /, pick(random, [':', ' : ', ':\t', ':  ', ': \r\n '])),
]

export const mutatedPair = (random: () => number): MutatedPair => {
  let text = writeRequest(random) + writeRequest(random)
  for (let count = Math.floor(random() * 3); count > 0; count -= 1) text = pick(random, mutations)(random, text)
  const cuts = Array.from({ length: Math.floor(random() * 3) }, () => Math.floor(random() * text.length))
  return { bytes: Buffer.from(text, 'latin1'), cuts: cuts.sort((one, other) => one - other) }
}
