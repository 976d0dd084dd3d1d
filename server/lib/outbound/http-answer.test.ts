import { describe, expect, it } from 'vitest'
import { AnswerMalformed } from './answer-head.ts'
import { AnswerReader } from './http-answer.ts'

type Read = { statuses: number[]; types: (string | undefined)[]; body: string; reader: AnswerReader }

/** Hands the text over in pieces of so many bytes, in one buffer that is used again and again. */
const read = (text: string, size = text.length): Read => {
  const reader = new AnswerReader()
  const result: Read = { statuses: [], types: [], body: '', reader }
  const bytes = Buffer.from(text, 'latin1')
  const shared = Buffer.alloc(size)
  const pieces: Buffer[] = []
  for (let start = 0; start < bytes.length; start += size) {
    const length = bytes.copy(shared, 0, start, start + size)
    const piece = reader.push(shared.subarray(0, length), (status, headers) => {
      result.statuses.push(status)
      result.types.push(headers.get('content-type'))
    })
    if (piece !== undefined) pieces.push(piece)
  }
  return { ...result, body: Buffer.concat(pieces).toString('latin1') }
}

const withLength = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello'
const inChunks =
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n' +
  'HTTP/1.1 201 Created\r\nCONTENT-TYPE:text/event-stream \r\nTransfer-Encoding: chunked\r\n\r\n' +
  '3\r\nhel\r\n00002;name=value\r\nlo\r\n0\r\nExpires: never\r\n\r\n'

describe('an answer', () => {
  it('is read alike wherever the network cuts it', () => {
    for (let size = 1; size <= inChunks.length; size += 1) {
      const chunked = read(inChunks, size)
      expect(chunked).toMatchObject({ statuses: [100, 103, 201], body: 'hello' })
      expect(chunked.types.at(-1)).toBe('text/event-stream')
      expect(chunked.reader).toMatchObject({ isDone: true, keepAlive: true })
      const whole = read(withLength, size)
      expect(whole).toMatchObject({ statuses: [200], types: ['text/plain'], body: 'hello' })
      expect(whole.reader).toMatchObject({ isDone: true, keepAlive: true })
    }
  })

  it('gives what one read brought in one piece, however many chunks it holds', () => {
    const reader = new AnswerReader()
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(reader.push(Buffer.from(`${head}2\r\nab\r\n2\r\ncd\r\n1\r\ne`), () => {})?.toString()).toBe('abcde')
    expect(reader.isDone).toBe(false)
  })

  it('without length or chunks goes on until the connection ends', () => {
    const { reader, body } = read('HTTP/1.1 200 OK\r\n\r\nhello')
    expect(body).toBe('hello')
    expect(reader).toMatchObject({ isDone: false, mayEnd: true, keepAlive: false })
  })

  it.each(['204 No Content', '304 Not Modified'])('of status %s has no body', (status) => {
    expect(read(`HTTP/1.1 ${status}\r\n\r\n`).reader).toMatchObject({ isDone: true, keepAlive: true })
  })

  it.each([
    ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n', false],
    ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', false],
    ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: Keep-Alive\r\n\r\n', true],
    ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: upgrade\r\n\r\n', false],
    ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: not-keep-alive\r\n\r\n', false],
    ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive, close\r\n\r\n', false],
    ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: upgrade\r\n\r\n', true],
    ['HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n', false],
    ['HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n', false],
    ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK', false],
  ])('tells whether its connection may be used again: %j', (text, keepAlive) => {
    expect(read(text).reader).toMatchObject({ isDone: true, keepAlive })
  })

  it.each([
    ['max=9, timeout=15', 15],
    ['timeout=15\r\nKeep-Alive: timeout=0', 0],
    ['max=9', undefined],
  ])('tells how long its connection is kept: %j', (told, seconds) => {
    const { reader } = read(`HTTP/1.1 200 OK\r\nContent-Length: 0\r\nKeep-Alive: ${told}\r\n\r\n`)
    expect(reader.keepAliveSeconds).toBe(seconds)
  })

  it('has headers of one name in one', () => {
    const seen: (string | undefined)[] = []
    new AnswerReader().push(Buffer.from('HTTP/1.1 200 OK\r\nX-a: 1\r\nb:2\r\nx-A:  3 \r\n\r\n'), (_, headers) =>
      seen.push(headers.get('x-a'), headers.get('b'), headers.get('c')),
    )
    expect(seen).toEqual(['1, 3', '2', undefined])
  })

  it.each([
    'SSH-2.0-OpenSSH_9.2\r\n\r\n',
    'HTTP/2 200\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
    'HTTP/1.1 200 OK\r\nna me: value\r\n\r\n',
    'HTTP/1.1 200 OK\r\nname: a\r\n folded\r\n\r\n',
    'HTTP/1.1 200 OK\r\nname: a\nother: b\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na',
    'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\u00a0\r\n\r\na',
    'HTTP/1.1 304 Not Modified\r\nContent-Length: -1\r\n\r\n',
    'HTTP/1.1 204 No Content\r\nTransfer-Encoding: gzip\r\n\r\n',
    'HTTP/1.1 200 a\nContent-Length: 1\r\n\r\na',
    'HTTP/1.1 200 a\rb\r\n\r\n',
    'HTTP/1.1 099 Low\r\n\r\n',
    'HTTP/1.1 200 OK\r\nx: a\u0001b\r\n\r\n',
    'HTTP/1.1 200 OK\r\nx: a\u007fb\r\n\r\n',
    'HTTP/1.1 103 Hints\r\nConnection: close\r\n\r\n',
    'HTTP/1.0 103 Hints\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\t\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1 \r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;a="b\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;a\nb\r\n',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(2000)}\r\n`,
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nx: 1\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nno colon\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 5\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nconnection: close\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffff\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\nab',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n',
    `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(33_000)}\r\n\r\n`,
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nx: ${'a'.repeat(33_000)}`,
  ])('T46: is refused when it could be read in two ways: %j', (text) => {
    expect(() => read(text)).toThrow(AnswerMalformed)
    expect(() => read(text, 7)).toThrow(AnswerMalformed)
  })
})
