import { afterAll, beforeAll, describe } from 'vitest'
import type { Clock } from '#server/lib/clock.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { startTestGateway, type TestClient, type TestGateway } from './gateway.ts'
import { startRedis, type TestRedis } from './redis.ts'

export type TwoNodes = {
  one: TestGateway
  two: TestGateway
  /** The same browser, led to this node by a balancer. */
  on: (node: TestGateway, client: TestClient) => TestClient
}

/** Runs tests against two nodes with one PostgreSQL and one Redis, on one clock or on one each. */
export const withTwoNodes = (define: (nodes: () => TwoNodes) => void, clock?: Clock, clockOfTwo = clock): void => {
  describe('two nodes with one PostgreSQL and one Redis', () => {
    let running: { nodes: TwoNodes; database: TestDatabase; redis: TestRedis } | undefined
    beforeAll(async () => {
      const [database, redis] = await Promise.all([openTestDatabase('postgres'), startRedis()])
      const environment = { REDIS_URL: redis.url, SLUICE_SECRET: 'shared by both nodes' }
      const start = (own?: Clock) =>
        startTestGateway({ place: database.place, environment, ...(own && { clock: own }) })
      const [one, two] = [await start(clock), await start(clockOfTwo)]
      const on: TwoNodes['on'] = (node, { cookie, userId }) => Object.assign(node.visitor(), { cookie, userId })
      running = { nodes: { one, two, on }, database, redis }
    })
    afterAll(async () => {
      await Promise.all([running?.nodes.one.close(), running?.nodes.two.close()])
      await running?.redis.stop()
      await running?.database.remove()
    })
    define(() => {
      if (running === undefined) throw new Error('the nodes have not been started')
      return running.nodes
    })
  })
}
