import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { eachGateway } from '#testing/gateway.ts'

const requests = [
  ['the relay', 'POST /v1/chat/completions', []],
  ['the relay in another dialect', 'POST /v1/messages', []],
  ['the playground', 'POST /pg/chat/completions', []],
  ['the list of models', 'GET /v1/models', []],
  ['the control plane', 'GET /api/status', []],
  ['a sign-in', 'POST /api/user/login', []],
  ['the console', 'GET /', []],
  ['the watchers', 'GET /healthz', []],
  ['a path of nobody', 'GET /nothing', []],
  [
    'a session over a socket',
    'GET /v1/realtime?model=plain',
    [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ],
  ],
] as const

const doubled = [
  ['two hosts', ['Host: a', 'Host: b']],
  ['two hosts that are the same', ['Host: a', 'host: a']],
  ['two hosts in a list', ['Host: a, b']],
  ['a host with a user before it', ['Host: b@a']],
  ['two lengths', ['Host: a', 'Content-Length: 2', 'Content-Length: 3']],
  ['two lengths that are the same', ['Host: a', 'Content-Length: 2', 'content-length: 2']],
  ['two lengths in a list', ['Host: a', 'Content-Length: 2, 2']],
  ['a length and chunks', ['Host: a', 'Content-Length: 2', 'Transfer-Encoding: chunked']],
  ['chunks twice', ['Host: a', 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked']],
  ['chunks of something packed', ['Host: a', 'Transfer-Encoding: gzip, chunked']],
  ['two types', ['Host: a', 'Content-Type: application/json', 'Content-Type: text/plain']],
  ['two keys', ['Host: a', 'Authorization: Bearer sk-one', 'authorization: Bearer sk-two']],
  ['two keys of one dialect', ['Host: a', 'X-Api-Key: sk-one', 'x-api-key: sk-two']],
  ['two packings', ['Host: a', 'Content-Encoding: gzip', 'Content-Encoding: br']],
] as const

eachGateway((gateway) => {
  const send = async (line: string, headers: readonly string[]): Promise<string> => {
    const socket = connect(Number(new URL(gateway().url).port), '127.0.0.1').setEncoding('latin1')
    let received = ''
    socket
      .on('error', () => {})
      .on('data', (text) => {
        received += text
      })
    const closed = once(socket, 'close')
    const isSized = headers.some((header) => /^(?:content-length|transfer-encoding)/i.test(header))
    const length = line.startsWith('POST') && !isSized ? ['Content-Length: 2'] : []
    socket.write(`${line} HTTP/1.1\r\n${[...headers, ...length].join('\r\n')}\r\n\r\n{}`)
    await closed
    return received
  }

  describe('T42: what a head says twice is refused, and the connection ends', () => {
    it.each(requests)('on the way to %s', async (_title, line, own) => {
      for (const [title, headers] of doubled) {
        expect([title, await send(line, [...own, ...headers])]).toEqual([
          title,
          expect.stringMatching(/^HTTP\/1\.1 400 /),
        ])
      }
    })
  })
})
