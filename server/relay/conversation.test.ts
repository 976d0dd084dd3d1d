import { afterAll, beforeAll, expect, it } from 'vitest'
import { oneGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, callRelay, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'
import { chatAnswer, refusal, startVendor, type Vendor } from '#testing/vendor-server.ts'

oneGateway((gateway) => {
  expectSettledBooks(gateway)

  let upstream: Vendor
  let root: TestClient
  let channels: number[]
  let key: string

  beforeAll(async () => {
    upstream = await startVendor(() => chatAnswer())
    root = await gateway().asRoot()
    await priceModels(root, ['fine', 'remembered'])
    channels = []
    for (const name of ['one', 'two']) {
      const keys = [`${name}-a`, `${name}-b`, `${name}-c`].join(',')
      channels.push(await addRelayChannel(root, { base_url: upstream.url, models: 'fine', key: keys, name }))
      // Of chat alone: what a response goes on from is put back here.
      await addRelayChannel(root, { type: 47, base_url: upstream.url, models: 'remembered', key: keys, name })
    }
    key = (await addRelayToken(root)).key
  })
  afterAll(async () => {
    await upstream?.close()
  })

  const sessions = Array.from({ length: 24 }, (_, at) => `session ${at}`)

  /** The key that answered. */
  const ask = async (session: string | undefined, by = key): Promise<string> => {
    const headers = session === undefined ? {} : { 'x-session-id': session }
    const before = upstream.calls.length
    expect((await callRelay(gateway(), by, { model: 'fine' }, headers)).status).toBe(200)
    return upstream.calls.slice(before).at(-1)?.key ?? ''
  }

  const askAll = async (by = key): Promise<string[]> => {
    const places: string[] = []
    for (const session of sessions) places.push(await ask(session, by))
    return places
  }

  it('brings each conversation of a client back to the channel and key that answered it', async () => {
    const places = await askAll()
    expect(new Set(places).size).toBe(6)
    expect(await askAll()).toEqual(places)
  })

  it('knows the conversations of each user apart, whatever they are called', async () => {
    const member = await gateway().asUser('another')
    await root.put('/api/user/', { id: member.userId, username: 'another', quota: 1_000_000 })
    const { key: own } = await addRelayToken(member)
    expect(await askAll(own)).not.toEqual(await askAll())
  })

  it('takes keys in turn and channels by weight where there is no conversation', async () => {
    const keys = new Set<string>()
    for (let call = 0; call < 40; call += 1) keys.add(await ask(undefined))
    expect(keys.size).toBe(6)
  })

  it('knows a conversation by the answer that it goes on from, which alone is named', async () => {
    const places = new Set<string>()
    for (const session of sessions) {
      let previous: object = {}
      const keys = new Set<string>()
      for (const input of [`${'Of long standing. '.repeat(300)}${session}`, 'And?', 'And then?']) {
        const answer = await callPath(gateway(), key, '/v1/responses', { model: 'remembered', input, ...previous })
        expect(answer.status).toBe(200)
        previous = { previous_response_id: answer.json.id }
        keys.add(upstream.calls.at(-1)?.key ?? '')
      }
      expect([session, keys.size]).toEqual([session, 1])
      for (const each of keys) places.add(each)
    }
    expect(places.size).toBe(6)
  })

  it('does not keep a conversation from the channel that its token is pinned to, where it has a key of its own', async () => {
    const places = await askAll()
    const [first, second] = channels
    for (const [at, session] of sessions.slice(0, 6).entries()) {
      const [here, there] = places[at]?.startsWith('one') ? [first, second] : [second, first]
      expect(await ask(session, `${key}-${here}`)).toBe(places[at])
      const pinned = await ask(session, `${key}-${there}`)
      expect(pinned.slice(0, 3)).not.toBe(places[at]?.slice(0, 3))
      expect(await ask(session, `${key}-${there}`)).toBe(pinned)
    }
  })

  it('moves those of a key that is over its limit, and leaves them where they went', async () => {
    const places = await askAll()
    const full = places[0] ?? ''
    upstream.tell((call) => (call.key === full ? refusal(429, 'Slow down.') : chatAnswer()))
    const moved = await askAll()
    expect(moved).not.toContain(full)
    for (const [at, place] of places.entries()) if (place !== full) expect(moved[at]).toBe(place)
    expect(await askAll()).toEqual(moved)
  })
})
