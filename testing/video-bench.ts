import { afterAll, beforeAll } from 'vitest'
import { eachGateway, type GatewayTests, type TestClient, type TestGateway } from './gateway.ts'
import { createMovableClock, type MovableClock } from './movable-clock.ts'
import { addRelayChannel, addRelayToken } from './relay-client.ts'
import { expectSettledBooks } from './settled-books.ts'
import { type FollowedTasks, followTasks, sendTask, type TaskAnswer } from './task-bench.ts'
import { startVideoService, type VideoService } from './video-service.ts'

export type VideoBench = FollowedTasks & {
  gateway: () => TestGateway
  clock: MovableClock
  root: () => TestClient
  films: () => VideoService
  key: () => string
  channel: () => number
  send: (method: string, path: string, body?: object | string, headers?: Record<string, string>) => Promise<TaskAnswer>
}

/** A gateway in front of a service that makes films: `sora-2` costs 0.1 dollars a second, `short` 0.3 dollars. */
export const eachVideoBench = (define: (bench: VideoBench) => void, tests: GatewayTests = eachGateway): void => {
  const clock = createMovableClock()
  tests(
    (gateway) => {
      let root: TestClient
      let films: VideoService
      let key: string
      let channel: number
      beforeAll(async () => {
        films = await startVideoService()
        root = await gateway().asRoot()
        await root.put('/api/option/', { key: 'ModelPrice', value: '{"sora-2": 0.1, "short": 0.3}' })
        await root.put('/api/option/', { key: 'ModelsPricedBySecond', value: 'sora-2' })
        channel = await addRelayChannel(root, { type: 1, base_url: films.url, models: 'sora-2,short' })
        key = (await addRelayToken(root)).key
      })
      afterAll(() => films?.close())
      expectSettledBooks(gateway)

      define({
        gateway,
        clock,
        root: () => root,
        films: () => films,
        key: () => key,
        channel: () => channel,
        send: (method, path, body, headers) => sendTask(gateway(), key, { method, path, body, headers }),
        ...followTasks({ gateway, clock, root: () => root }),
      })
    },
    {},
    clock,
  )
}
