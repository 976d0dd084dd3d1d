import { beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { oneGateway } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken } from '#testing/relay-client.ts'
import { relayPaths } from '#testing/relay-paths.ts'

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
  ['the subprotocol', (key) => ({ headers: { 'sec-websocket-protocol': `realtime, openai-insecure-api-key.${key}` } })],
]

/** Where keys of calls open something: the playground goes by its session, and measures by a key of their own. */
const keyed = relayPaths.filter(([, path]) => path !== '/metrics' && !path.startsWith('/pg/'))

oneGateway((gateway) => {
  let key: string
  let other: string

  beforeAll(async () => {
    const root = await gateway().asRoot()
    await addRelayChannel(root, { base_url: 'http://127.0.0.1:9', models: 'alpha' })
    key = (await addRelayToken(root)).key
    other = (await addRelayToken(root)).key
  })

  const ask = async (path: string, query = '', headers: Record<string, string> = {}, method = 'GET') => {
    const body = method === 'POST' ? { body: '{}' } : {}
    const response = await fetch(`${gateway().url}${path}${query}`, { method, headers, ...body })
    return { status: response.status, text: await response.text() }
  }

  it.each(keyed)('takes the key from any place at %s %s, and two different ones from none', async (method, path) => {
    const statusOf = async (parts: ReturnType<(typeof places)[number][1]>) =>
      (await ask(path, parts.query, parts.headers, method)).status
    for (const [name, put] of places) {
      expect([name, await statusOf(put('sk-nobody'))]).toEqual([name, 401])
      expect([name, await statusOf(put(key))]).not.toEqual([name, 401])
      const { query, headers } = put(key)
      const beside = headers?.authorization === undefined ? { authorization: `Bearer ${other}` } : { 'api-key': other }
      const { status, text } = await ask(path, query, { ...headers, ...beside }, method)
      expect([name, status, text]).toEqual([name, 400, expect.stringContaining('Two different API tokens')])
      expect(text).not.toContain(other.slice(3))
      expect(text).toMatch(/ in [\w-]+ and (?:[\w-]+|\?key=): send one/)
    }
  })

  it('tells where two keys stand that differ', async () => {
    const told = async (query: string, headers: Record<string, string>) => {
      const { error } = JSON.parse((await ask('/v1/models', query, headers)).text)
      return error.message.replace(/.*given, in (.*): send one.*/, '$1')
    }
    expect(await told('', { authorization: `Bearer ${key}`, 'x-api-key': other })).toBe('authorization and x-api-key')
    expect(await told(`?key=${other}`, { 'x-goog-api-key': key })).toBe('x-goog-api-key and ?key=')
    expect(await told(`?key=${other}&key=${key}`, {})).toBe('?key= and ?key=')
  })

  it('tells what a key looks like to whoever sent none of that shape, and nothing more to who did', async () => {
    const told = async (shown: string) => {
      const { status, text } = await ask('/v1/models', '', { authorization: shown })
      expect(status).toBe(401)
      expect(text).not.toContain(shown)
      return text.includes('those of this gateway are')
    }
    const bare = key.slice(3)
    const wrong = [`"${key}"`, `Bearer ${key}`, `'${key}'`, `${key.slice(0, -1)}`, `${key}x`, 'sk-ant-api03-x', '$KEY']
    for (const each of wrong) expect([each, await told(`Bearer ${each}`)]).toEqual([each, true])
    const unknown = `sk-${[...bare].toReversed().join('')}`
    for (const each of [unknown, `${unknown}-7`]) expect([each, await told(`Bearer ${each}`)]).toEqual([each, false])
  })

  it('takes the same key twice, and an empty place for none', async () => {
    expect((await ask('/v1/models', `?key=${key}`, { 'x-api-key': key, authorization: `Bearer ${key}` })).status).toBe(
      200,
    )
    expect((await ask('/v1/models', '', { 'x-api-key': '', authorization: `Bearer ${key}` })).status).toBe(200)
    expect((await ask('/v1/models', `?key=${key}&key=${other}`)).status).toBe(400)
  })

  it('takes a channel that is pinned by no key for no key', async () => {
    const told = async (headers: Record<string, string>) =>
      (await ask('/v1/models', '', headers)).text.replace(/request id: \w+/, '')
    const without = await told({})
    for (const shown of ['sk-', 'sk--7', '-7']) {
      expect([shown, await told({ authorization: `Bearer ${shown}` })]).toEqual([shown, without])
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
