import { afterAll, afterEach, beforeAll } from 'vitest'
import { type AnsweringUpstream, startAnsweringUpstream } from './answering-upstream.ts'
import { chatEvents, chatStream, chatUsage } from './chat-answers.ts'
import { eachGateway, type GatewayTests, oneGateway, type TestClient, type TestGateway } from './gateway.ts'
import { createMovableClock, type MovableClock } from './movable-clock.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels, type RelayAnswer } from './relay-client.ts'
import { expectSettledBooks } from './settled-books.ts'

export const faultWords = ['Water', ' finds', ' its', ' way.']
/** A small answer, whole. */
export const faultStream = chatStream(faultWords)
/** What a whole answer costs, as every model costs one quota a token. */
export const faultCost = chatUsage.total_tokens
/** Asks for a stream with its usage, so that nothing of it is kept from the client. */
export const streamed = { stream: true, stream_options: { include_usage: true } }

/** As loose as parsing leaves it. */
type Row = ReturnType<typeof JSON.parse>

export type FaultBench = {
  gateway: TestGateway
  clock: MovableClock
  upstream: AnsweringUpstream
  root: TestClient
  key: string
  /** A channel that is kept whatever its upstream answers. */
  addChannel: (fields: Record<string, unknown>) => Promise<number>
  /** Asks for the model `sole`, which the one upstream serves. */
  call: (body?: Record<string, unknown>) => Promise<RelayAnswer>
  /** The rows of charged calls, newest first, and how many there are of them. */
  rows: () => Promise<{ items: Row[]; total: number }>
  rowOf: (requestId: string) => Promise<Row>
  /** What the prompt and these words are taken for in an answer that is whole and tells no usage. */
  estimateOf: (words: readonly string[]) => Promise<{ prompt: number; output: number }>
}

const faultBenchOn =
  (gateways: GatewayTests) =>
  (models: readonly string[], define: (bench: () => FaultBench) => void, clock = createMovableClock()): void =>
    gateways(
      (gateway) => {
        let bench: FaultBench | undefined
        let measured: AnsweringUpstream
        beforeAll(async () => {
          const upstream = await startAnsweringUpstream()
          const root = await gateway().asRoot()
          await priceModels(root, ['sole', 'measured', ...models])
          measured = await startAnsweringUpstream()
          const addChannel = (fields: Record<string, unknown>) => addRelayChannel(root, { auto_ban: 0, ...fields })
          await addChannel({ base_url: upstream.url, models: 'sole' })
          await addChannel({ base_url: measured.url, models: 'measured' })
          const { key } = await addRelayToken(root)
          const rows = async () => {
            await gateway().plane.domain.ledger.drain()
            return (await root.get('/api/log/?page_size=100&type=2')).data
          }
          const rowOf = async (requestId: string) =>
            (await rows()).items.find((row: { request_id: string }) => row.request_id === requestId)
          bench = {
            gateway: gateway(),
            clock,
            upstream,
            root,
            key,
            addChannel,
            call: (body = {}) => callRelay(gateway(), key, { model: 'sole', ...body }),
            rows,
            rowOf,
            estimateOf: async (words) => {
              const events = chatEvents(words).filter((event) => !event.includes('"usage":{'))
              measured.does((_call, response) => {
                response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join(''))
              })
              const { requestId } = await callRelay(gateway(), key, { model: 'measured', ...streamed })
              const { prompt_tokens: prompt, completion_tokens: output } = await rowOf(requestId)
              return { prompt, output }
            },
          }
        })
        afterAll(async () => {
          await bench?.upstream.close()
          await measured?.close()
        })
        expectSettledBooks(gateway)
        afterEach(() => clock.pass(700))
        define(() => {
          if (bench === undefined) throw new Error('the bench has not been set up')
          return bench
        })
      },
      undefined,
      clock,
    )

/**
 * A gateway whose channels do what a test says, on a clock that a test moves. After each test so much time passes that
 * what broke off in it keeps no channel from the next, and the books add up.
 */
export const eachFaultBench = faultBenchOn(eachGateway)

/** The same on one engine, for what no database has a part in. */
export const oneFaultBench = faultBenchOn(oneGateway)
