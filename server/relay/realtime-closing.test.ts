import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway } from '#testing/gateway.ts'
import { addRelayToken } from '#testing/relay-client.ts'

eachDatabase((_engine, _open, openPlace) => {
  it('F19: a session that is asked for while the gateway closes is refused in words', async () => {
    const gateway = await startTestGateway({ place: (await openPlace()).place })
    const { key } = await addRelayToken(await gateway.asRoot())
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').setEncoding('utf8')
    let received = ''
    socket.on('data', (text) => {
      received += text
    })
    const closed = once(socket, 'close')
    // Half a request keeps its connection from being closed as idle.
    socket.write(`GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET /v1/realtime?model=plain HTTP/1.1\r\nhost: x\r\n`)
    await vi.waitUntil(() => received.includes('HTTP/1.1 200'))
    // The patience of a closing gateway does not run out before the test is done.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const gone = gateway.close()
      received = ''
      socket.write(`authorization: Bearer ${key}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n`)
      socket.write('sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n')
      await closed
      expect(received).toMatch(/^HTTP\/1\.1 503 /)
      expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n'))).error.code).toBe('shutting_down')
      vi.advanceTimersByTime(1000)
      await gone
    } finally {
      vi.useRealTimers()
    }
  })
})
