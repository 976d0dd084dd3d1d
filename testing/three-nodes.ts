import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from './answering-upstream.ts'
import { chatBody } from './chat-answers.ts'
import { openTestDatabase } from './database.ts'
import { type FaultyWay, startFaultyWay } from './faulty-way.ts'
import { startTestGateway, type TestClient, type TestGateway } from './gateway.ts'
import { startRedis } from './redis.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels } from './relay-client.ts'

export type Service = 'redis' | 'postgres'

/** A node with ways of its own to what it shares with the others. */
type FaultyNode = { gateway: TestGateway; ways: Record<Service, FaultyWay> }

export type ThreeNodes = {
  /** Changes are made on the first. */
  nodes: readonly [FaultyNode, FaultyNode, FaultyNode]
  root: TestClient
  upstream: AnsweringUpstream
  close: () => Promise<void>
}

/** Three nodes on one PostgreSQL and one Redis, with an upstream that answers `fine`. */
export const startThreeNodes = async (): Promise<ThreeNodes> => {
  const [database, redis, upstream] = await Promise.all([
    openTestDatabase('postgres'),
    startRedis(),
    startAnsweringUpstream((_call, response) => answerJson(response, 200, chatBody({ content: 'Fine.' }))),
  ])
  const start = async (): Promise<FaultyNode> => {
    const [toRedis, toPostgres] = [await startFaultyWay(redis.url), await startFaultyWay(database.place.url ?? '')]
    const gateway = await startTestGateway({
      place: { ...database.place, url: toPostgres.url },
      environment: { REDIS_URL: toRedis.url, SLUICE_SECRET: 'shared by all nodes' },
    })
    return { gateway, ways: { redis: toRedis, postgres: toPostgres } }
  }
  const nodes = [await start(), await start(), await start()] as const
  const root = await nodes[0].gateway.asRoot()
  await priceModels(root, ['fine'])
  await addRelayChannel(root, { base_url: upstream.url, models: 'fine' })
  return {
    nodes,
    root,
    upstream,
    close: async () => {
      for (const { gateway, ways } of nodes) {
        for (const way of Object.values(ways)) way.dropDead()
        await gateway.close()
        for (const way of Object.values(ways)) await way.close()
      }
      await Promise.all([redis.stop(), database.remove(), upstream.close()])
    },
  }
}

/** A change made on the first node, and whether another one goes by it, as its callers see. */
export type ObeyedChange = {
  name: string
  make: () => Promise<void>
  isObeyed: (node: FaultyNode) => Promise<boolean>
}

let rounds = 0

/** Every kind of change, each of something fresh that all nodes have in memory by now. */
export const prepareChanges = async ({ nodes, root, upstream }: ThreeNodes): Promise<ObeyedChange[]> => {
  rounds += 1
  const [{ gateway: first }] = nodes
  const name = (what: string) => `${what}${rounds}`
  const user = async (what: string) => first.asUser(name(what))
  const [banned, moved, leaving] = [await user('banned'), await user('moved'), await user('leaving')]
  const disabled = await addRelayToken(root, { name: name('disabled') })
  const deleted = await addRelayToken(root, { name: name('deleted') })
  const enabled = await addRelayToken(root, { name: name('enabled') })
  const limited = await addRelayToken(root, { name: name('limited') })
  const ofBanned = await addRelayToken(banned)
  const ofMoved = await addRelayToken(moved)
  const channel = await addRelayChannel(root, { base_url: upstream.url, models: name('served') })
  await root.put('/api/token/?status_only=true', { id: enabled.id, status: 2 })
  const status = async (node: FaultyNode, key: string, model = 'fine') =>
    (await callRelay(node.gateway, key, { model })).status
  const on = (node: FaultyNode, { cookie, userId }: TestClient) =>
    Object.assign(node.gateway.visitor(), { cookie, userId })
  const must = async (answer: Promise<{ success: boolean; text: string }>) => {
    const { success, text } = await answer
    if (!success) throw new Error(text)
  }
  for (const node of nodes) {
    for (const { key } of [disabled, deleted, enabled, limited, ofBanned, ofMoved]) await status(node, key)
    await on(node, leaving).get('/api/user/self')
  }
  return [
    {
      name: 'an option',
      make: () => must(root.put('/api/option/', { key: 'Notice', value: name('notice ') })),
      isObeyed: async ({ gateway }) => (await gateway.visitor().get('/api/notice')).data === name('notice '),
    },
    {
      name: 'a channel that is disabled',
      make: () => must(root.put('/api/channel/', { id: channel, status: 2 })),
      isObeyed: async ({ gateway }) => gateway.plane.domain.pool.find(channel)?.enabled === false,
    },
    {
      name: 'a channel that is made',
      make: async () => void (await addRelayChannel(root, { base_url: upstream.url, models: name('made') })),
      isObeyed: async ({ gateway }) => gateway.plane.domain.pool.candidates('default', name('made')).length === 1,
    },
    {
      name: 'a price',
      make: () => priceModels(root, ['fine', name('made'), name('served')]),
      isObeyed: async ({ gateway }) => {
        const asker = { group: 'default', userGroup: 'default', acceptsUnpriced: false }
        return gateway.plane.domain.prices.find(name('made'), asker) !== undefined
      },
    },
    {
      name: 'a token that is disabled',
      make: () => must(root.put('/api/token/?status_only=true', { id: disabled.id, status: 2 })),
      isObeyed: async (node) => (await status(node, disabled.key)) === 401,
    },
    {
      name: 'a token that is deleted',
      make: () => must(root.remove(`/api/token/${deleted.id}`)),
      isObeyed: async (node) => (await status(node, deleted.key)) === 401,
    },
    {
      name: 'a token that is enabled',
      make: () => must(root.put('/api/token/?status_only=true', { id: enabled.id, status: 1 })),
      isObeyed: async ({ gateway }) =>
        (await gateway.plane.domain.identities.token(enabled.key.slice(3)))?.status === 1,
    },
    {
      name: 'the models of a token',
      make: () => must(root.put('/api/token/', { id: limited.id, model_limits_enabled: true, model_limits: 'other' })),
      isObeyed: async (node) => (await status(node, limited.key)) === 403,
    },
    {
      name: 'a ban',
      make: () => must(root.post('/api/user/manage', { id: banned.userId, action: 'disable' })),
      isObeyed: async (node) => (await status(node, ofBanned.key)) === 403,
    },
    {
      name: 'a group',
      make: () => must(root.put('/api/user/', { id: moved.userId, group: 'vip' })),
      isObeyed: async ({ gateway }) => (await gateway.plane.domain.identities.user(moved.userId))?.group === 'vip',
    },
    {
      name: 'a sign-out',
      make: async () => void (await leaving.get('/api/user/logout')),
      isObeyed: async (node) => (await on(node, leaving).get('/api/user/self')).status === 401,
    },
  ]
}
