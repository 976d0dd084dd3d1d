import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { startRedis, type TestRedis } from '#testing/redis.ts'

const most = 180
const environment = { SLUICE_SECRET: 'shared by both nodes', GLOBAL_API_RATE_LIMIT: String(most) }

const status = async (client: TestClient, path = '/api/status') => (await client.get(path)).status

/** How many of so many calls are taken; those that are not say when to come again. */
const taken = async (times: number, ask: () => Promise<{ status: number }>): Promise<number> => {
  let count = 0
  for (let time = 1; time <= times; time += 1) if ((await ask()).status !== 429) count += 1
  return count
}

describe('the control plane takes so many calls in three minutes and no more', () => {
  const clock = createMovableClock()
  let database: TestDatabase
  let gateway: TestGateway
  beforeAll(async () => {
    database = await openTestDatabase('sqlite')
    gateway = await startTestGateway({ place: database.place, environment, clock })
  })
  afterAll(async () => {
    await gateway.close()
    await database.remove()
  })

  it('from one address nobody is signed in from, whatever it asks for, and says when to come again', async () => {
    const visitor = gateway.visitor()
    const paths = ['/api/status', '/api/user/self', '/api/token/', '/api/setup', '/api/channel/']
    let turn = 0
    expect(await taken(most + 20, () => visitor.get(paths[turn++ % paths.length] ?? ''))).toBe(most)
    const refused = await visitor.get('/api/status')
    expect(refused).toMatchObject({ status: 429, success: false, code: 'too_many_requests' })
    expect(await status(gateway.visitor())).toBe(200)
    clock.pass(181)
    expect(await status(visitor)).toBe(200)
  })

  it('with keys that are nobody’s, one like many', async () => {
    const visitor = gateway.visitor()
    let number = 0
    const guess = () => visitor.get('/api/user/self', { headers: { authorization: `guess-${++number}` } })
    expect(await taken(most + 5, guess)).toBe(most)
  })

  it('of one user, from wherever, without taking the share of another behind the same address', async () => {
    const [one, other] = [await gateway.asUser('one'), await gateway.asUser('other')]
    expect(await taken(most + 5, () => one.get('/api/user/self'))).toBe(most)
    const elsewhere = Object.assign(gateway.visitor(), { cookie: one.cookie, userId: one.userId })
    expect(await status(elsewhere, '/api/user/self')).toBe(429)
    expect(await status(other, '/api/user/self')).toBe(200)
  })
})

describe('the calls that two nodes take', () => {
  let database: TestDatabase
  let redis: TestRedis
  let nodes: TestGateway[] = []
  beforeAll(async () => {
    ;[database, redis] = await Promise.all([openTestDatabase('postgres'), startRedis()])
    const shared = { ...environment, GLOBAL_API_RATE_LIMIT: '10', REDIS_URL: redis.url }
    const start = () => startTestGateway({ place: database.place, environment: shared })
    nodes = [await start(), await start()]
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()))
    await redis.stop()
    await database.remove()
  })

  it('are counted together', async () => {
    const [one, two] = nodes
    if (one === undefined || two === undefined) throw new Error('there are no two nodes')
    const visitor = one.visitor()
    const user = await one.asUser('wandering')
    const onTwo = Object.assign(two.visitor(), { cookie: user.cookie, userId: user.userId })
    expect(await taken(12, () => user.get('/api/user/self'))).toBe(10)
    expect(await status(onTwo, '/api/user/self')).toBe(429)
    expect(await status(visitor)).toBe(200)
  })
})
