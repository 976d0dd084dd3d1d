import { afterAll, beforeAll } from 'vitest'
import { eachGateway, type GatewayTests, oneGateway, type TestClient, type TestGateway } from './gateway.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels, type RelayAnswer } from './relay-client.ts'
import { expectSettledBooks } from './settled-books.ts'
import { startUpstream, type Upstream } from './upstream.ts'

const models = [
  'plain',
  'fail-400',
  'fail-401',
  'fail-429',
  'fail-500',
  'reset',
  'cut',
  'page',
  'silent',
  'drip-20',
  'slow-150',
]

/** As loose as parsing leaves it. */
type Row = ReturnType<typeof JSON.parse>

export type RelayBench = {
  gateway: () => TestGateway
  root: () => TestClient
  /** What serves every model; its channel, and another upstream without one. */
  upstream: () => Upstream
  channel: () => number
  other: () => Upstream
  token: () => { id: number; key: string }
  call: (body: Record<string, unknown> | string, headers?: Record<string, string>, key?: string) => Promise<RelayAnswer>
  /** The row of a charged call. */
  lastRow: (requestId: string) => Promise<Row>
  /** All that was charged so far. */
  spent: () => Promise<number>
}

const relayBenchOn =
  (gateways: GatewayTests) =>
  (define: (bench: RelayBench) => void): void =>
    gateways((gateway) => {
      expectSettledBooks(gateway)

      let upstream: Upstream
      let other: Upstream
      let root: TestClient
      let channel: number
      let token: { id: number; key: string }

      beforeAll(async () => {
        upstream = await startUpstream('first')
        other = await startUpstream('second')
        root = await gateway().asRoot()
        await priceModels(root, [...models, 'mapped', 'backed', 'elsewhere'])
        channel = await addRelayChannel(root, { base_url: upstream.url, models: models.join(','), priority: 5 })
        token = await addRelayToken(root)
      })
      afterAll(async () => {
        await upstream?.close()
        await other?.close()
      })
      const call: RelayBench['call'] = (body, headers, key = token.key) => callRelay(gateway(), key, body, headers)

      const lastRow = async (requestId: string) => {
        await gateway().plane.domain.ledger.drain()
        const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
        return items.find((row: { request_id: string }) => row.request_id === requestId)
      }

      const spent = async () => {
        await gateway().plane.domain.ledger.drain()
        return (await root.get('/api/user/self')).data.used_quota
      }

      define({
        gateway,
        root: () => root,
        upstream: () => upstream,
        channel: () => channel,
        other: () => other,
        token: () => token,
        call,
        lastRow,
        spent,
      })
    })

/** A gateway with a channel to an upstream that does what the names of its models say. */
export const eachRelayBench = relayBenchOn(eachGateway)

/** The same on one engine, for what no database has a part in. */
export const oneRelayBench = relayBenchOn(oneGateway)
