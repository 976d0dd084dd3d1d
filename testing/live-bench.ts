import { afterAll, beforeAll, expect } from 'vitest'
import { eachGateway, type TestClient, type TestGateway } from './gateway.ts'
import { type LiveClient, type LiveWish, openLive } from './live-client.ts'
import { type LiveUpstream, liveUsage, startLiveUpstream } from './live-upstream.ts'
import { createMovableClock, type MovableClock } from './movable-clock.ts'
import { addRelayChannel, addRelayToken, priceModels } from './relay-client.ts'
import { expectSettledBooks } from './settled-books.ts'

const models = 'plain,silent,late,cut,close-1008,close-1000,endless,tool,searching,refuse-1011,refuse-1008'
/** Of each turn, where every token costs one. */
export const liveCost = liveUsage.totalTokenCount
/** All that have a price. */
const liveModels = [...models.split(','), 'alias', 'backed', 'clouded', 'spoken']
const googleType = 24

/** As loose as parsing leaves it. */
type Row = ReturnType<typeof JSON.parse>

export type LiveBench = {
  gateway: () => TestGateway
  clock: MovableClock
  upstream: () => LiveUpstream
  root: () => TestClient
  channel: () => number
  key: () => string
  open: (model: string, wish?: Partial<LiveWish>) => Promise<LiveClient>
  /** Of charged calls, newest first. */
  rows: () => Promise<Row[]>
  /** Waits until there are so many more than before. */
  newRows: (before: number, count: number) => Promise<Row[]>
  set: (options: Record<string, string>) => Promise<unknown>
}

/** A gateway in front of an upstream of live sessions, on a clock that a test moves. */
export const eachLiveBench = (define: (bench: LiveBench) => void): void => {
  const clock = createMovableClock()
  eachGateway(
    (gateway) => {
      let upstream: LiveUpstream
      let root: TestClient
      let channel: number
      let key: string

      beforeAll(async () => {
        upstream = await startLiveUpstream()
        root = await gateway().asRoot()
        await priceModels(root, liveModels)
        const base = { type: googleType, key: 'google-key', base_url: upstream.url }
        channel = await addRelayChannel(root, { ...base, models })
        await addRelayChannel(root, { ...base, models: 'alias', model_mapping: '{"alias":"plain"}' })
        await addRelayChannel(root, { models: 'spoken', base_url: upstream.url })
        key = (await addRelayToken(root)).key
      })
      afterAll(() => upstream?.close())
      expectSettledBooks(gateway)

      const rows = async () => {
        await gateway().plane.domain.ledger.drain()
        return (await root.get('/api/log/?p=1&page_size=100&type=2')).data.items
      }
      define({
        gateway,
        clock,
        upstream: () => upstream,
        root: () => root,
        channel: () => channel,
        key: () => key,
        open: (model, wish = {}) => openLive({ url: gateway().url, key, model, ...wish }),
        rows,
        newRows: async (before, count) => {
          await expect.poll(async () => (await rows()).length).toBe(before + count)
          return (await rows()).slice(0, count)
        },
        set: (options) =>
          Promise.all(Object.entries(options).map(([name, value]) => root.put('/api/option/', { key: name, value }))),
      })
    },
    {},
    clock,
  )
}
