import { count, cut, mutated, pick, type Sent } from './mutations.ts'

const bodies = [
  '',
  'x',
  '{"a":1}',
  'POST /v1/inner HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n',
  '0\r\n\r\n',
  'a'.repeat(300),
  '\u0000\u00ff\r\n\n',
]
const targets = [
  '/v1/a',
  '/v1/b?x=1',
  '/v1/',
  '/api/a',
  '/',
  '*',
  'http://b/v1/a',
  'https://b:443/v1/a',
  'b:443',
  '/v1/a#b',
  '/v1/%00',
  '/v1/a b',
  '/v1/\u00e9',
  '/v1/\u007f',
  '//v1/a',
  '/v1/../a',
]
/** What may stand in any request. */
const odd = [
  'X-A: 1',
  'x-a: 2',
  'X-A:1',
  'X-A: \t1\t ',
  'X-A:',
  'Content-Type: application/json',
  'Authorization: Bearer one',
  'Connection: keep-alive',
  'Connection: Keep-Alive',
  'Connection: close',
  'Connection: close, keep-alive',
  'Expect: 100-continue',
  'Content-Encoding: gzip',
  'TE: trailers',
  'Trailer: x-a',
  'Cookie: a=1',
  'cookie: b=2',
  'X-B: \u00e9',
  'constructor: 1',
  "!#$%&'*+-.^_`|~: 1",
]
const hostile = [
  'authorization: Bearer two',
  'content-type: text/plain',
  'Host: b',
  'Host: a, b',
  'Host:',
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: +5',
  'Content-Length: 05',
  'Content-Length: 0x5',
  'Content-Length: 5 5',
  'Content-Length: 5, 5',
  'Content-Length: 5,',
  'Content-Length: -1',
  'Content-Length: 1e1',
  'Content-Length: 5\u00a0',
  'Content-Length: 5 ',
  'Content-Length: 5\t',
  'Content-Length: \u000b5',
  'Content-Length: 99999999999999999999',
  'Content-Length: 18446744073709551621',
  'Content-Length:',
  'Content-Length : 5',
  'Content_Length: 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: Chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, gzip',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: chunked;q=1',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: chunked\t',
  'Transfer-Encoding: chunked ',
  'Connection: keep-alive\t',
  'Transfer-Encoding: \u000bchunked',
  'Transfer-Encoding:\r\n chunked',
  'Transfer_Encoding: chunked',
  'Transfer-Encoding',
  'Connection: content-length',
  'Connection: upgrade',
  'Connection: upgrade, HTTP2-Settings',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Expect: other',
  'Proxy-Connection: close',
  'HTTP2-Settings: AAMAAABk',
  ' folded: 1',
  '\tfolded: 1',
  ': none',
  'none',
  'X\u00e9: 1',
  'X A: 1',
  'X-B: \u007f',
  'X-B: \u0000',
  'X-B: \u0001',
  'X-B: a\rb',
  'X-B: a\nHost: c',
  '__proto__: 1',
]
const hosts = ['Host: a, b', 'Host: a b', 'Host: a/b', 'Host: b@a', 'Host: [::1]:80', 'Host:', 'X-A: no host', 'HOST:a']
/** Says where the body ends, or seems to. */
export const isFraming = (line: string): boolean => /^(?:content.length|transfer.encoding)/i.test(line)
const hostileSizes = [
  '+5',
  '-5',
  '0x5',
  '05',
  '5 ',
  ' 5',
  '5;',
  '5;a',
  '5;a="b\r"',
  '5;a="b',
  '5;a=b c',
  '5;a=\u0000',
  '5;a;b="\\""',
  '5;;a',
  '5;=a',
  '5;\n',
  '',
  'g',
  'fffffffffffffffff',
  '100000000000000005',
]

const sizeOf = (random: () => number, length: number): string => {
  if (random() < 0.05) return pick(random, hostileSizes)
  const size = length.toString(16)
  return pick(random, [size, size, size, size.toUpperCase(), `0${size}`, `${size};a=b`, `${size};a="b c"`])
}

/** A body in chunks, the ends of some of which are not what they should be. */
export const chunked = (random: () => number, body: string): string => {
  const middle = count(random, body.length)
  const parts = [body.slice(0, middle), body.slice(middle)].filter((part) => part !== '')
  const feed = random() < 0.97 ? '\r\n' : pick(random, ['\n', '\r', '', '\r\n\r\n'])
  const chunks = parts.map((part) => `${sizeOf(random, part.length)}\r\n${part}${feed}`)
  const trailers = random() < 0.8 ? '' : `${pick(random, trailerLines)}\r\n`
  return `${chunks.join('')}${random() < 0.97 ? '0' : pick(random, ['00', '0;a=b', '0 ', ''])}\r\n${trailers}\r\n`
}

const trailerLines = [
  'X-T: 1',
  'X-T: 1\r\nX-U: 2',
  'Content-Length: 5',
  'Transfer-Encoding: chunked',
  'Connection: close',
  'Connection: keep-alive',
  'Upgrade: websocket',
  'Keep-Alive: timeout=1',
  'X-T: \u00e9\t',
  'none',
  'X-T: 1\nX-U: 2',
  'X-T: \u0000',
  'X T: 1',
  ' folded',
]

const overLong = [
  () => `X-Long: ${'a'.repeat(17_000)}`,
  () => Array.from({ length: 140 }, (_, index) => `X-${index}: 1`).join('\r\n'),
  () => Array.from({ length: 99 }, (_, index) => `X-${index}: 1`).join('\r\n'),
]

const writeRequest = (random: () => number): string => {
  const body = pick(random, bodies)
  const isChunked = random() < 0.12
  const method =
    random() < 0.88 ? 'POST' : pick(random, ['GET', 'PUT', 'post', 'POS', 'OPTIONS', 'HEAD', 'PRI', 'CONNECT'])
  const version =
    random() < 0.95 ? 'HTTP/1.1' : pick(random, ['HTTP/1.0', 'HTTP/2.0', 'HTTP/1.2', 'http/1.1', 'HTTP/1.1 ', ''])
  const usual = random() < 0.9 ? '/v1/a' : `/v1/${'a'.repeat(random() < 0.95 ? 40 : 9000)}`
  const target = random() < 0.85 ? usual : pick(random, targets)
  const extra = Array.from({ length: count(random, 2) }, () => pick(random, random() < 0.7 ? odd : hostile))
  if (random() < 0.003) extra.push(pick(random, overLong)())
  const usualLength = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  const length = random() < 0.95 ? usualLength : pick(random, hostile.filter(isFraming))
  const host = random() < 0.97 ? 'Host: a' : pick(random, hosts)
  const lines = [host, length, ...extra].sort(() => random() - 0.5)
  return `${method} ${target} ${version}\r\n${lines.join('\r\n')}\r\n\r\n${isChunked ? chunked(random, body) : body}`
}

/** Some requests after each other, as a careless or an ill-meaning client may send them. */
export const writeRequests = (random: () => number): Sent => {
  const texts = Array.from({ length: 1 + count(random, 2) }, () => writeRequest(random))
  return cut(random, mutated(random, texts.join(random() < 0.97 ? '' : '\r\n')))
}
