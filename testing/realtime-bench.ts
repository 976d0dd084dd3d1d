import { afterAll, beforeAll, expect } from 'vitest'
import { eachGateway, type TestClient, type TestGateway } from './gateway.ts'
import { createMovableClock, type MovableClock } from './movable-clock.ts'
import { openRealtime, type RealtimeClient } from './realtime-client.ts'
import { type RealtimeUpstream, realtimeUsage, startRealtimeUpstream } from './realtime-upstream.ts'
import { addRelayChannel, addRelayToken, priceModels } from './relay-client.ts'
import { expectSettledBooks } from './settled-books.ts'

/** What every response costs. */
export const realtimeCost = realtimeUsage.total_tokens
const models = 'plain,silent,failing,cut,close-4321,close-1000,endless,flood,refuse-401,refuse-429,refuse-500'
const writer = 'gpt-4o-transcribe'
/** All that have a price. */
export const realtimeModels = [...models.split(','), 'alias', 'backed', 'whisper-1', 'preview', writer]

/** As loose as parsing leaves it. */
type Row = ReturnType<typeof JSON.parse>
type Opening = Awaited<ReturnType<typeof openRealtime>>
type Wish = [model: string, owner?: string, headers?: Record<string, string>, protocols?: string[]]

export type RealtimeBench = {
  gateway: () => TestGateway
  clock: MovableClock
  upstream: () => RealtimeUpstream
  root: () => TestClient
  channel: () => number
  key: () => string
  tryOpen: (...wish: Wish) => Promise<Opening>
  /** Of a session that has begun. */
  open: (...wish: Wish) => Promise<RealtimeClient>
  leave: (client: RealtimeClient) => Promise<void>
  /** Of charged calls, newest first. */
  rows: () => Promise<Row[]>
  /** Waits until there are so many more than before. */
  newRows: (before: number, count: number) => Promise<Row[]>
  set: (options: Record<string, string>) => Promise<unknown>
}

/** A gateway in front of an upstream of realtime sessions, on a clock that a test moves. */
export const eachRealtimeBench = (define: (bench: RealtimeBench) => void): void => {
  const clock = createMovableClock()
  eachGateway(
    (gateway) => {
      let upstream: RealtimeUpstream
      let root: TestClient
      let channel: number
      let key: string

      beforeAll(async () => {
        upstream = await startRealtimeUpstream()
        root = await gateway().asRoot()
        await priceModels(root, realtimeModels)
        channel = await addRelayChannel(root, { base_url: upstream.url, models: `${models},preview` })
        await addRelayChannel(root, { base_url: upstream.url, models: 'alias', model_mapping: '{"alias":"plain"}' })
        const model_mapping = '{"gpt-4o-transcribe":"whisper"}'
        await addRelayChannel(root, { base_url: upstream.url, models: writer, model_mapping })
        key = (await addRelayToken(root)).key
      })
      afterAll(() => upstream?.close())
      expectSettledBooks(gateway)

      const tryOpen: RealtimeBench['tryOpen'] = (model, owner = key, headers = {}, protocols = []) =>
        openRealtime(`${gateway().url}/v1/realtime?model=${model}`, {
          headers: owner === '' ? headers : { authorization: `Bearer ${owner}`, ...headers },
          protocols,
        })
      const open = async (...wish: Wish): Promise<RealtimeClient> => {
        const { client, refused } = await tryOpen(...wish)
        if (client === undefined) throw new Error(JSON.stringify(refused))
        await client.next('session.created')
        return client
      }
      const leave = async (client: RealtimeClient) => {
        client.socket.close(1000)
        await client.closed
      }
      const rows = async () => {
        await gateway().plane.domain.ledger.drain()
        return (await root.get('/api/log/?p=1&page_size=100&type=2')).data.items
      }
      const newRows = async (before: number, count: number) => {
        await expect.poll(async () => (await rows()).length).toBe(before + count)
        return (await rows()).slice(0, count)
      }
      const set = (options: Record<string, string>) =>
        Promise.all(Object.entries(options).map(([name, value]) => root.put('/api/option/', { key: name, value })))

      define({
        gateway,
        clock,
        upstream: () => upstream,
        root: () => root,
        channel: () => channel,
        key: () => key,
        tryOpen,
        open,
        leave,
        rows,
        newRows,
        set,
      })
    },
    {},
    clock,
  )
}
