import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { ApplicationError } from '#contract/errors.ts'
import type { SessionDialect } from '#protocols/realtime.ts'
import type { Route } from '#providers/provider.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Domain } from '../../domain/domain.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import type { Admission } from '../admit.ts'
import { learn } from '../attempt.ts'
import type { Caller } from '../authenticate.ts'
import type { Call } from '../call.ts'
import type { RelayEndpoint } from '../endpoints.ts'
import { AttemptFailure } from '../failure.ts'
import type { Refusal } from '../refuse.ts'
import type { Trace } from '../trace.ts'
import { type Way, wayTo } from '../translate.ts'
import type { Message } from './realtime-side.ts'
import { longestMessage } from './realtime-upstream.ts'

/** What a client asks for that wants a session. */
export type Opening = {
  endpoint: RelayEndpoint
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  address: string
  trace: Trace
  /** Notes why it came to nothing, and answers what the client is told. */
  tell: (error: unknown) => Refusal
}

export type RealtimeParts = {
  domain: Pick<
    Domain,
    | 'clock'
    | 'log'
    | 'options'
    | 'identities'
    | 'sessionKeys'
    | 'liveTokens'
    | 'ledger'
    | 'pool'
    | 'health'
    | 'keys'
    | 'figures'
    | 'watch'
    | 'conversations'
    | 'retryBudget'
    | 'limits'
    | 'prices'
    | 'promptRatios'
    | 'sensitiveWords'
    | 'settlements'
    | 'runningCalls'
    | 'storedResponses'
    | 'files'
    | 'tasks'
    | 'taskHolds'
    | 'responseMemory'
    | 'ownedThings'
    | 'tokenCounter'
  >
  outbound: Outbound
  nextRequestId: () => string
}

/** All that a session begins with. */
export type Beginning = {
  dialect: SessionDialect
  caller: Caller
  /** Throws when he may no longer call: a key that is good for a while opens sessions that last longer. */
  check: () => Promise<void>
  call: Call
  /** Of the first response: the session's own from now on. */
  admission: Admission
  calls: CallCount
  client: WebSocket
  upstream: WebSocket
  channel: Channel
  route: Route
  key: string
  /** What either side has said already. */
  held: { client: readonly Message[]; upstream: readonly Message[] }
  /** What the upstream was told first, to be counted along. */
  said?: Buffer
  /** What the client's key says of the session: as if the client had said it first. */
  opening: Buffer | undefined
}

export type RunSession = (opening: Opening, beginning: Beginning) => void

/** Undefined where the client left meanwhile, or asks for no WebSocket that anybody knows. */
export const agree = ({ request, socket, head }: Opening, subprotocol?: string): WebSocket | undefined => {
  if (socket.destroyed) return undefined
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: longestMessage,
    handleProtocols: (offered) => (subprotocol !== undefined && offered.has(subprotocol) ? subprotocol : false),
  })
  let client: WebSocket | undefined
  server.handleUpgrade(request, socket, head, (upgraded) => {
    client = upgraded
  })
  return client
}

export type CallCount = { count: () => Promise<void>; giveBack: () => void }

/** Counts one response after the other; the last one is given back when nothing came of it. */
export const countCalls = ({ limits }: Pick<Domain, 'limits'>, { userId }: Caller): CallCount => {
  let undo = () => {}
  return {
    count: async () => {
      undo = () => {}
      undo = (await limits.modelCall(userId)).undo
    },
    giveBack: () => undo(),
  }
}

export type Reached<Opened> = { opened: Opened; channel: Channel; route: Route; key: string }

/** One try at one channel, which learns from it. */
export const reach = async <Opened>(
  { domain }: Pick<RealtimeParts, 'domain'>,
  { caller, call, trace }: { caller: Caller; call: Call; trace: Trace },
  { channel, key }: { channel: Channel; key: string },
  open: (way: Way) => Promise<Opened>,
): Promise<Reached<Opened>> => {
  const { model } = call.outline
  const way = wayTo(domain, call, channel, key)
  const begunAt = domain.clock.monotonic()
  const note = (status: number, error?: string) => {
    const ms = Math.round(domain.clock.monotonic() - begunAt)
    trace.attempts.push({ channel: channel.id, status, ms, ...(error === undefined ? {} : { error }) })
  }
  domain.health.begin(channel.id, model)
  try {
    const opened = await open(way)
    note(101)
    domain.health.succeeded(channel.id, model, domain.clock.monotonic() - begunAt)
    return { opened, channel, route: way.route, key }
  } catch (error) {
    if (error instanceof AttemptFailure) {
      note(error.status, error.reason)
      learn({ domain, caller, call }, channel, key, error)
    } else domain.health.abandoned(channel.id, model)
    throw error
  }
}

export const checkModel = ({ models }: Caller, model: string): void => {
  if (models !== undefined && !models.has(model)) throw new ApplicationError('model_forbidden', { model })
}
