import { beforeAll, expect, it } from 'vitest'
import { type TestClient, userPassword } from '#testing/gateway.ts'
import { patience } from '#testing/patience.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels } from '#testing/relay-client.ts'
import { withTwoNodes } from '#testing/two-nodes.ts'
import { refusal, startVendor } from '#testing/vendor-server.ts'

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
    const told = [nodes().one, nodes().two].flatMap(({ logLines }) =>
      logLines.filter((line) => line.includes('a notice for the super admin') && line.includes('shaky')),
    )
    expect(told).toHaveLength(1)
    await root.put('/api/option/', { key: 'AutomaticDisableChannelEnabled', value: 'false' })
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
