import { beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { oneGateway } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken } from '#testing/relay-client.ts'

const places: readonly (readonly [
  name: string,
  put: (key: string) => { headers?: Record<string, string>; query?: string },
])[] = [
  ['authorization', (key) => ({ headers: { authorization: `Bearer ${key}` } })],
  ['authorization in small letters', (key) => ({ headers: { authorization: `bearer ${key}` } })],
  ['authorization, bare', (key) => ({ headers: { authorization: key } })],
  ['x-api-key', (key) => ({ headers: { 'x-api-key': key } })],
  ['api-key', (key) => ({ headers: { 'api-key': key } })],
  ['x-goog-api-key', (key) => ({ headers: { 'x-goog-api-key': key } })],
  ['the query', (key) => ({ query: `?key=${key}` })],
]

const paths = ['/v1/models', '/v1beta/models', '/openai/models', '/api/v1/models'] as const

oneGateway((gateway) => {
  let key: string
  let other: string

  beforeAll(async () => {
    const root = await gateway().asRoot()
    await addRelayChannel(root, { base_url: 'http://127.0.0.1:9', models: 'alpha' })
    key = (await addRelayToken(root)).key
    other = (await addRelayToken(root)).key
  })

  const ask = async (path: string, query = '', headers: Record<string, string> = {}) => {
    const response = await fetch(`${gateway().url}${path}${query}`, { headers })
    return { status: response.status, text: await response.text() }
  }

  it.each(places)('takes the key from %s on every path', async (_name, put) => {
    for (const path of paths) {
      const { query, headers } = put(key)
      expect([path, (await ask(path, query, headers)).status]).toEqual([path, 200])
      const wrong = put('sk-nobody')
      expect([path, (await ask(path, wrong.query, wrong.headers)).status]).toEqual([path, 401])
    }
  })

  it('takes the same key twice, an empty place for none, and refuses two different keys', async () => {
    expect((await ask('/v1/models', `?key=${key}`, { 'x-api-key': key, authorization: `Bearer ${key}` })).status).toBe(
      200,
    )
    expect((await ask('/v1/models', '', { 'x-api-key': '', authorization: `Bearer ${key}` })).status).toBe(200)
    for (const [name, put] of places.slice(3)) {
      const { query, headers } = put(other)
      const { status, text } = await ask('/v1/models', query, { authorization: `Bearer ${key}`, ...headers })
      expect([name, status, text]).toEqual([name, 400, expect.stringContaining('Two different API keys')])
      expect(text).not.toContain(other.slice(3))
    }
  })

  it('takes no two keys for a session either', async () => {
    const status = await new Promise<number | undefined>((resolve) => {
      const url = `${gateway().url.replace('http', 'ws')}/v1/realtime?model=alpha`
      const protocols = ['realtime', `openai-insecure-api-key.${key}`]
      const socket = new WebSocket(url, protocols, { headers: { authorization: `Bearer ${other}` } })
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
      socket.on('error', () => {})
    })
    expect(status).toBe(400)
  })
})
