import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestClient } from '#testing/gateway.ts'
import { openRealtime, type RealtimeClient } from '#testing/realtime-client.ts'
import { type RealtimeUpstream, startRealtimeUpstream } from '#testing/realtime-upstream.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { withTwoNodes } from '#testing/two-nodes.ts'

withTwoNodes((nodes) => {
  let upstream: RealtimeUpstream
  let root: TestClient

  beforeAll(async () => {
    const { one } = nodes()
    upstream = await startRealtimeUpstream()
    root = await one.asRoot()
    await priceModels(root, ['plain'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'plain' })
  })
  afterAll(() => upstream.close())

  const open = async (url: string, key: string): Promise<RealtimeClient> => {
    const headers = { authorization: `Bearer ${key}` }
    const { client, refused } = await openRealtime(`${url}/v1/realtime?model=plain`, { headers })
    if (client === undefined) throw new Error(JSON.stringify(refused))
    await client.next('session.created')
    return client
  }

  /** A key for a browser, made at the one node for the other. */
  const sessionKey = async (key: string): Promise<string> => {
    const response = await fetch(`${nodes().one.url}/v1/realtime/client_secrets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ session: { type: 'realtime', model: 'plain' } }),
    })
    const { value }: ReturnType<typeof JSON.parse> = await response.json()
    return value
  }

  const memberWithKey = async (name: string) => {
    const { one } = nodes()
    const member = await one.asUser(name)
    const credit = { ref: `test:${name}`, userId: member.userId, kind: 'gift', amount: 100_000, operatorId: 1 } as const
    await one.plane.domain.ledger.credit(credit)
    return { member, ...(await addRelayToken(member)) }
  }

  it('T21: a ban on one node ends the sessions on the other, and so does a disabled key', async () => {
    const { one, two, on } = nodes()
    const [banned, disabled] = [await memberWithKey('banned'), await memberWithKey('disabled')]
    await expect
      .poll(
        async () =>
          (await fetch(`${two.url}/v1/models`, { headers: { authorization: `Bearer ${disabled.key}` } })).status,
      )
      .toBe(200)
    const keys = await Promise.all([banned, disabled].map(({ key }) => sessionKey(key)))
    const clients = await Promise.all([banned.key, disabled.key, ...keys].map((key) => open(two.url, key)))
    const staying = await open(two.url, (await addRelayToken(root)).key)
    for (const client of [...clients, staying]) {
      client.send({ type: 'response.create' })
      await client.next('response.done')
    }

    await on(one, root).post('/api/user/manage', { id: banned.member.userId, action: 'disable' })
    await on(one, disabled.member).put('/api/token/?status_only=true', { id: disabled.id, status: 2 })
    for (const client of clients) {
      expect((await client.closed).code).toBe(1008)
      expect(client.events.at(-1)).toMatchObject({ type: 'error' })
    }
    const refused = await openRealtime(`${two.url}/v1/realtime?model=plain`, {
      headers: { authorization: `Bearer ${banned.key}` },
    })
    expect(refused.refused?.status).toBe(403)
    for (const key of keys) {
      const headers = { authorization: `Bearer ${key}` }
      expect((await openRealtime(`${two.url}/v1/realtime`, { headers })).refused?.status).toBeGreaterThanOrEqual(401)
    }

    staying.send({ type: 'response.create' })
    await staying.next('response.done')
    staying.socket.close(1000)
    await staying.closed
    await expect.poll(upstream.open).toBe(0)
  })
})
