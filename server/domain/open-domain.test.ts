import { beforeAll, expect, it } from 'vitest'
import { type TestClient, userPassword } from '#testing/gateway.ts'
import { patience } from '#testing/patience.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels } from '#testing/relay-client.ts'
import { withTwoNodes } from '#testing/two-nodes.ts'
import { chatAnswer, refusal, startVendor } from '#testing/vendor-server.ts'

withTwoNodes((nodes) => {
  let root: TestClient
  let user: TestClient
  beforeAll(async () => {
    root = await nodes().one.asRoot()
    user = await nodes().one.asUser('roamer')
  })
  const onTwo = (client: TestClient): TestClient => nodes().on(nodes().two, client)
  const soon = { ...patience, interval: 20 }

  it('a login on one is a login on the other, and a logout too', async () => {
    const client = await nodes().one.signIn('roamer', userPassword)
    const elsewhere = onTwo(client)
    expect((await elsewhere.get('/api/user/self')).status).toBe(200)
    await client.get('/api/user/logout')
    await expect.poll(async () => (await elsewhere.get('/api/user/self')).status, soon).toBe(401)
  })

  it('F24: an option changed on one acts on the other', async () => {
    await root.put('/api/option/', { key: 'Notice', value: 'from one' })
    await expect.poll(async () => (await nodes().two.visitor().get('/api/notice')).data, soon).toBe('from one')
  })

  it('F24: a channel made, changed and deleted on one is so on the other', async () => {
    const served = () =>
      nodes()
        .two.plane.domain.pool.candidates('default', 'far')
        .map(({ priority }) => priority)
    const { data } = await root.post('/api/channel/', { name: 'c', key: 'k', models: 'far' })
    await expect.poll(served, soon).toEqual([0])
    await root.put('/api/channel/', { id: data.id, priority: 3 })
    await expect.poll(served, soon).toEqual([3])
    await root.remove(`/api/channel/${data.id}`)
    await expect.poll(served, soon).toEqual([])
  })

  it('F24: a channel that one disables is gone on the other, and the super admin is told once', async () => {
    const vendor = await startVendor(() => ({ ...refusal(401, 'bad key'), afterMs: 50 }))
    await root.put('/api/option/', { key: 'AutomaticDisableChannelEnabled', value: 'true' })
    await priceModels(root, ['shaky'])
    const channel = await addRelayChannel(root, { name: 'shaky', models: 'shaky', base_url: vendor.url })
    const { key } = await addRelayToken(root)
    const pools = [nodes().one, nodes().two].map(({ plane }) => plane.domain.pool)
    await expect.poll(() => pools.map((pool) => pool.candidates('default', 'shaky').length), soon).toEqual([1, 1])
    await Promise.all([nodes().one, nodes().two].map((node) => callRelay(node, key, { model: 'shaky' })))
    await expect.poll(() => pools.map((pool) => pool.find(channel)?.enabled), soon).toEqual([false, false])
    const told = () =>
      [nodes().one, nodes().two].flatMap(({ logLines }) =>
        logLines.filter((line) => line.includes('a notice for the super admin') && line.includes('shaky')),
      )
    await expect.poll(told, soon).toHaveLength(1)
    await root.put('/api/option/', { key: 'AutomaticDisableChannelEnabled', value: 'false' })
    await vendor.close()
  })

  it('a channel that rests on both is woken on both, with its keys, by one call that the audit log tells', async () => {
    const vendor = await startVendor(() => refusal(429, 'slow down'))
    await priceModels(root, ['tired', 'sleepy'])
    const [one, many] = [
      await addRelayChannel(root, { models: 'tired', base_url: vendor.url }),
      await addRelayChannel(root, { models: 'sleepy', base_url: vendor.url, key: 'sk-1,sk-2' }),
    ]
    const { key } = await addRelayToken(root)
    const both = [nodes().one, nodes().two]
    const served = () => both.map((node) => node.plane.domain.pool.find(many) !== undefined)
    await expect.poll(served, soon).toEqual([true, true])
    for (const node of both) {
      for (let calls = 0; calls < 5; calls += 1) await callRelay(node, key, { model: 'tired' })
      await callRelay(node, key, { model: 'sleepy' })
    }
    const resting = () => {
      const of = async (client: TestClient) => {
        const [single, several] = [await client.get(`/api/channel/${one}`), await client.get(`/api/channel/${many}`)]
        return [single.data.rest, several.data.stopped_keys]
      }
      return Promise.all([of(root), of(onTwo(root))])
    }
    const rest = { models: 1, until: expect.any(Number), why: 'limit', reason: '429 test_error' }
    expect(await resting()).toMatchObject([
      [rest, [{ state: 'resting' }]],
      [rest, [{ state: 'resting' }]],
    ])
    for (const id of [one, many]) expect((await root.post(`/api/channel/${id}/wake`, {})).data.rest).toBeNull()
    await expect.poll(resting, soon).toEqual([
      [null, []],
      [null, []],
    ])
    vendor.tell(chatAnswer())
    for (const node of both) expect((await callRelay(node, key, { model: 'tired' })).status).toBe(200)
    const acts = (await root.get('/api/audit/?action=channel.wake')).data.items
    expect(acts.map(({ target }: { target: string }) => target)).toEqual([`channel:${many}`, `channel:${one}`])
    expect((await root.post('/api/channel/987654/wake', {})).code).toBe('channel_missing')
    await vendor.close()
  })

  it('T21: a token deleted and an account closed on one are unknown to the other', async () => {
    const { identities } = nodes().two.plane.domain
    const { data: token } = await user.post('/api/token/', { name: 'key', unlimited_quota: true })
    expect((await identities.token(token.key))?.user.username).toBe('roamer')
    await user.remove(`/api/token/${token.id}`)
    await expect.poll(() => identities.token(token.key), soon).toBeUndefined()
    expect((await identities.user(user.userId))?.status).toBe(1)
    await user.remove('/api/user/self')
    await expect.poll(() => identities.user(user.userId), soon).toBeUndefined()
  })
})
