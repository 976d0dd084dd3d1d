import { count, cut, mutated, pick, type Sent } from './mutations.ts'
import { chunked, isFraming } from './written-requests.ts'

const bodies = [
  '',
  'x',
  'hello',
  'data: 1\n\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  '0\r\n\r\n',
  'a'.repeat(300),
]
const statuses = [
  '200 OK',
  '200',
  '200 ',
  '201 Created',
  '204 No Content',
  '304 Not Modified',
  '302 Found',
  '404 Not Found',
  '500 \u00e9',
]
const oddStatuses = [
  '99 Low',
  '1000 High',
  '20 Short',
  '2OO OK',
  '101 Switching',
  '200  OK',
  '200\tOK',
  '-200 OK',
  '999 X',
  '205 Reset',
  '200 a\rb',
  '200 a\nX-A: 1',
  '200 \u0000',
]
const informational = [
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nX-A: 0\r\n\r\n',
  'HTTP/1.1 102 Processing\r\nContent-Length: 5\r\n\r\n',
  'HTTP/1.1 103 X\r\nTransfer-Encoding: chunked\r\n\r\n',
  'HTTP/1.0 103 X\r\nConnection: close\r\n\r\n',
]
const odd = [
  'X-A: 1',
  'x-a: 2',
  'X-A:1',
  'X-A: \t1\t ',
  'X-A:',
  'X-B: \u00e9',
  'Content-Type: text/event-stream',
  'CONTENT-TYPE: application/json',
  'Content-Encoding: gzip',
  'Retry-After: 5',
  'Connection: keep-alive',
  'Connection: Keep-Alive, X-A',
  'Connection: close',
  'Connection: Close',
  'Connection: X-A, close',
  'Keep-Alive: timeout=15',
  'Keep-Alive: max=9, timeout=15',
  'Keep-Alive: timeout=0',
  'Set-Cookie: a=1',
  'set-cookie: b=2',
  'constructor: 1',
  'Trailer: x-t',
]
const hostile = [
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: +5',
  'Content-Length: 05',
  'Content-Length: 0x5',
  'Content-Length: 5 5',
  'Content-Length: 5, 5',
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
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: Chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: gzip',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, gzip',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: chunked,',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: x chunked',
  'Transfer-Encoding: chunked;q=1',
  'Transfer-Encoding: "a, chunked"',
  'Transfer-Encoding:',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: chunked\t',
  'Transfer-Encoding: chunked ',
  'Transfer-Encoding: chunked\u00a0',
  'Transfer-Encoding: \u000bchunked',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding : chunked',
  'Connection: upgrade',
  'Connection: not-close',
  'Connection: closed',
  'Connection: xkeep-alive',
  'Connection: close\u00a0',
  'Connection: keep-alive\t',
  'Connection: close\t',
  'Connection:\tkeep-alive, \tclose',
  'Upgrade: websocket',
  ' folded: 1',
  '\tfolded: 1',
  ': none',
  'none',
  'X\u00e9: 1',
  'X A: 1',
  'X-B: \u007f',
  'X-B: \u0000',
  'X-B: \u0001',
  'X-B: \u001f',
  'X-B: a\rb',
  'X-B: a\nX-C: c',
  '__proto__: 1',
]

/** Every name that any answer may have without being changed; in small letters. */
export const knownNames: readonly string[] = [
  ...new Set([...odd, ...hostile].map((line) => line.split(':')[0]?.toLowerCase() ?? '').filter((name) => name !== '')),
]

const overLong = [() => `X-Long: ${'a'.repeat(33_000)}`, () => `X-Long: ${'a'.repeat(20_000)}`]

const writeAnswer = (random: () => number): string => {
  const body = pick(random, bodies)
  const status = random() < 0.7 ? '200 OK' : pick(random, random() < 0.7 ? statuses : oddStatuses)
  const version =
    random() < 0.93
      ? 'HTTP/1.1'
      : pick(random, ['HTTP/1.0', 'HTTP/1.0', 'HTTP/1.2', 'HTTP/2', 'http/1.1', 'ICY', ' HTTP/1.1'])
  const kind = random()
  const isChunked = kind < 0.45
  const usual = isChunked ? ['Transfer-Encoding: chunked'] : kind < 0.9 ? [`Content-Length: ${body.length}`] : []
  const framing = random() < 0.93 ? usual : [pick(random, hostile.filter(isFraming))]
  const extra = Array.from({ length: count(random, 2) }, () => pick(random, random() < 0.7 ? odd : hostile))
  if (random() < 0.003) extra.push(pick(random, overLong)())
  const lines = [...framing, ...extra].sort(() => random() - 0.5).map((line) => `${line}\r\n`)
  const before = random() < 0.9 ? '' : pick(random, informational)
  const has = status.startsWith('204') || status.startsWith('304') ? random() < 0.2 : true
  return `${before}${version} ${status}\r\n${lines.join('')}\r\n${has ? (isChunked ? chunked(random, body) : body) : ''}`
}

/** What a server says to the requests of one connection, one after the other. */
export const writeAnswers = (random: () => number): Sent[] => {
  const first = cut(random, mutated(random, writeAnswer(random)))
  return random() < 0.5 ? [first] : [first, cut(random, mutated(random, writeAnswer(random)))]
}
