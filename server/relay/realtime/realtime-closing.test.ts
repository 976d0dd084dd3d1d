import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway } from '#testing/gateway.ts'
import { patience } from '#testing/patience.ts'
import { openRealtime } from '#testing/realtime-client.ts'
import { startRealtimeUpstream } from '#testing/realtime-upstream.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { findBrokenInvariants } from '../../db/invariants.ts'

eachDatabase((_engine, _open, openPlace) => {
  it('F19: a session whose answer goes on is told that the gateway leaves, and what it said is charged', async () => {
    const { place } = await openPlace()
    const upstream = await startRealtimeUpstream()
    const gateway = await startTestGateway({ place })
    const root = await gateway.asRoot()
    await priceModels(root, ['endless', 'plain'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'endless,plain' })
    const { key } = await addRelayToken(root)
    const open = async (model: string) => {
      const headers = { authorization: `Bearer ${key}` }
      const { client } = await openRealtime(`${gateway.url}/v1/realtime?model=${model}`, { headers })
      if (client === undefined) throw new Error('the session was refused')
      await client.next('session.created')
      return client
    }
    const [quiet, endless] = [await open('plain'), await open('endless')]
    endless.send({ type: 'response.create' })
    await endless.next('response.output_text.delta')

    const gone = gateway.close({ graceMs: 200 })
    expect((await quiet.closed).code).toBe(1001)
    expect((await endless.closed).code).toBe(1001)
    await gone
    expect(upstream.closes.toSorted()).toEqual([1001, 1001])
    await upstream.close()

    const next = await startTestGateway({ place })
    try {
      const { items, total } = (await (await next.asRoot()).get('/api/log/?p=1&page_size=10&type=2')).data
      expect(total).toBe(1)
      expect(items[0]).toMatchObject({
        model_name: 'endless',
        quota: items[0].prompt_tokens + items[0].completion_tokens,
      })
      // Four words to begin with, and more with every other millisecond.
      expect(items[0].completion_tokens).toBeGreaterThan(4)
      expect(JSON.parse(items[0].other)).toMatchObject({ estimated: true, ws: true })
      expect(await findBrokenInvariants(next.plane.database)).toEqual([])
      expect(await next.plane.domain.ledger.balance(1)).toBe(
        (await (await next.asRoot()).get('/api/user/self')).data.quota,
      )
    } finally {
      await next.close()
    }
  })

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
    await vi.waitUntil(() => received.includes('HTTP/1.1 200'), patience)
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
