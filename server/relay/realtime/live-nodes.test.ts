import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestClient } from '#testing/gateway.ts'
import { isTurnOver, openLive } from '#testing/live-client.ts'
import { type LiveUpstream, startLiveUpstream } from '#testing/live-upstream.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { withTwoNodes } from '#testing/two-nodes.ts'

withTwoNodes((nodes) => {
  const upstreams: LiveUpstream[] = []
  let root: TestClient

  beforeAll(async () => {
    const { one } = nodes()
    root = await one.asRoot()
    await priceModels(root, ['plain'])
    for (let index = 0; index < 2; index += 1) {
      const upstream = await startLiveUpstream()
      upstreams.push(upstream)
      await addRelayChannel(root, { type: 24, key: 'one-key\nother-key', base_url: upstream.url, models: 'plain' })
    }
  })
  afterAll(() => Promise.all(upstreams.map((upstream) => upstream.close())))

  it('goes on with a session at the upstream and by the key it was had with, at any node, and for its user alone', async () => {
    const { one, two } = nodes()
    const { key } = await addRelayToken(root)
    const other = await one.asUser('other')
    const credit = { ref: 'test:other', userId: other.userId, kind: 'gift', amount: 100_000, operatorId: 1 } as const
    await one.plane.domain.ledger.credit(credit)
    const theirs = (await addRelayToken(other)).key
    for (let round = 0; round < 6; round += 1) {
      const client = await openLive({ url: one.url, key, model: 'plain', config: { sessionResumption: {} } })
      const first = upstreams.findIndex((upstream) => upstream.open() > 0)
      const shown = upstreams[first]?.handshakes.at(-1)?.headers['x-goog-api-key']
      client.session.sendClientContent({ turns: 'Hi' })
      await client.next(isTurnOver)
      const { sessionResumptionUpdate } = await client.next((message) => message.sessionResumptionUpdate)
      client.session.close()
      await expect.poll(() => upstreams.map((upstream) => upstream.open())).toEqual([0, 0])
      const config = { sessionResumption: { handle: sessionResumptionUpdate?.newHandle ?? '' } }
      const wish = { url: two.url, model: 'plain', config }
      await expect(openLive({ ...wish, key: theirs })).rejects.toThrow('was not found')
      const again = await openLive({ ...wish, key })
      expect(upstreams[first]?.open()).toBe(1)
      expect(upstreams[first]?.handshakes.at(-1)?.headers['x-goog-api-key']).toBe(shown)
      again.session.close()
      await expect.poll(() => upstreams.map((upstream) => upstream.open())).toEqual([0, 0])
    }
  })

  it('opens no more sessions than a key for a browser is good for, at whichever nodes they are asked for', async () => {
    const { one, two } = nodes()
    const { key } = await addRelayToken(root)
    await expect
      .poll(async () => (await fetch(`${two.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status)
      .toBe(200)
    const made = await fetch(`${one.url}/v1beta/auth_tokens`, {
      method: 'POST',
      headers: { 'x-goog-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ uses: 3 }),
    })
    const { name }: ReturnType<typeof JSON.parse> = await made.json()
    const opened = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        openLive({ url: (index % 2 === 0 ? one : two).url, key: name, model: 'plain' }),
      ),
    )
    const clients = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(clients).toHaveLength(3)
    for (const { session } of clients) session.close()
    await expect.poll(() => upstreams.map((upstream) => upstream.open())).toEqual([0, 0])
  })
})
