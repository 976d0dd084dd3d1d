import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatBody } from '#testing/chat-answers.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { tcp } from '#testing/outbound-bench.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels, prompt } from '#testing/relay-client.ts'
import { startUpstream, type Upstream, upstreamUsage } from '#testing/upstream.ts'

const models = ['plain', 'tunnelled', 'fail-400', 'fail-500', 'reset', 'cut', 'drip-20', 'hasty']

/** What each switch leaves to others, and what tells that it did. */
const switches = [
  { off: 'OWN_REQUEST_READER', dateName: 'Date', hasty: 200 },
  { off: 'OWN_UPSTREAM_CLIENT', dateName: 'date', hasty: 502 },
]

describe.each(switches)('with $off=false', ({ off, dateName, hasty }) => {
  let database: TestDatabase
  let gateway: TestGateway
  let root: TestClient
  let upstream: Upstream
  let key: string

  beforeAll(async () => {
    database = await openTestDatabase('sqlite')
    gateway = await startTestGateway({ place: database.place, environment: { [off]: 'false' } })
    root = await gateway.asRoot()
    upstream = await startUpstream()
    await priceModels(root, models)
    const straight = models.filter((model) => model !== 'tunnelled' && model !== 'hasty').join(',')
    await addRelayChannel(root, { base_url: upstream.url, models: straight })
    key = (await addRelayToken(root)).key
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
    await database?.remove()
  })

  const call = (body: Record<string, unknown>) => callRelay(gateway, key, body)

  const charged = async (requestId: string): Promise<number | undefined> => {
    await gateway.plane.domain.ledger.drain()
    const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
    return items.find((row: { request_id: string }) => row.request_id === requestId)?.quota
  }

  it('a whole answer and a stream pass and are charged, over connections that are kept', async () => {
    for (let round = 0; round < 2; round += 1) {
      const whole = await call({ model: 'plain', seed: 7 })
      expect(whole.json).toMatchObject({ object: 'chat.completion', usage: upstreamUsage })
      expect(upstream.calls.at(-1)?.body).toMatchObject({ model: 'plain', seed: 7 })
      expect(Object.keys(upstream.calls.at(-1)?.headers ?? {}).sort()).toEqual([
        'authorization',
        'connection',
        'content-length',
        'content-type',
        'host',
      ])
      expect(await charged(whole.requestId)).toBe(upstreamUsage.total_tokens)
      const stream = await call({ model: 'plain', stream: true })
      expect(stream.text.endsWith('data: [DONE]\n\n')).toBe(true)
      expect(await charged(stream.requestId)).toBe(upstreamUsage.total_tokens)
    }
  })

  it('what an upstream refuses, and where it breaks off, is told as ever', async () => {
    expect((await call({ model: 'fail-400' })).status).toBe(400)
    expect((await call({ model: 'fail-500' })).status).toBe(500)
    expect((await call({ model: 'reset' })).status).toBe(502)
    const cut = await call({ model: 'cut', stream: true })
    expect(cut.status).toBe(200)
    expect(cut.text).toContain('upstream_broke_off')
  })

  it('a client that goes ends the call upstream', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const { port } = await tcp((socket) => {
      socket.on('close', () => resolve())
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {"choices":[]}\n\n')
      })
    })
    await addRelayChannel(root, { base_url: `http://127.0.0.1:${port}`, models: 'drip-20', priority: 5 })
    const body = JSON.stringify({ ...prompt, model: 'drip-20', stream: true })
    const headers = { authorization: `Bearer ${key}`, 'content-length': body.length }
    const asked = httpRequest(`${gateway.url}/v1/chat/completions`, { method: 'POST', headers })
    asked.on('error', () => {})
    await new Promise((resolve) => asked.once('response', resolve).end(body))
    asked.destroy()
    await closed
  })

  it('a channel with a proxy is called through it', async () => {
    const heads: string[] = []
    const { port } = await tcp((socket) => {
      socket.once('data', (head) => {
        heads.push(head.toString())
        const onward = connect(Number(new URL(upstream.url).port), '127.0.0.1')
        onward.on('error', () => socket.destroy())
        socket.on('close', () => onward.destroy())
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        socket.pipe(onward).pipe(socket)
      })
    })
    const setting = JSON.stringify({ proxy: `http://127.0.0.1:${port}` })
    await addRelayChannel(root, { base_url: 'http://upstream.test', models: 'tunnelled', setting })
    expect((await call({ model: 'tunnelled' })).status).toBe(200)
    expect(heads[0]).toMatch(/^CONNECT upstream\.test:80 HTTP/)
  })

  it('it is another that speaks', async () => {
    const names = await new Promise<string[]>((resolve, reject) => {
      const body = JSON.stringify({ ...prompt, model: 'plain' })
      const headers = { authorization: `Bearer ${key}`, 'content-length': body.length }
      httpRequest(`${gateway.url}/v1/chat/completions`, { method: 'POST', headers }, (response) => {
        response.resume()
        resolve(response.rawHeaders)
      })
        .on('error', reject)
        .end(body)
    })
    expect(names).toContain(dateName)
    // Our client passes over a 100 that it did not ask for; undici takes it for a fault.
    const { port } = await tcp((socket) => {
      const text = JSON.stringify(chatBody({ content: 'Hi.' }))
      const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${text.length}`
      socket.once('data', () => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${head}\r\n\r\n${text}`))
    })
    await addRelayChannel(root, { base_url: `http://127.0.0.1:${port}`, models: 'hasty' })
    expect((await call({ model: 'hasty' })).status).toBe(hasty)
  })
})
