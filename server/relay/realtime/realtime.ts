import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { ApplicationError } from '#contract/errors.ts'
import { readLanguage } from '#contract/languages.ts'
import { realtime } from '#protocols/index.ts'
import type { SessionKeyWish } from '#protocols/realtime.ts'
import type { Route } from '#providers/provider.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Domain } from '../../domain/domain.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import { type Admission, admit } from '../admit.ts'
import { learn } from '../attempt.ts'
import type { Caller } from '../authenticate.ts'
import { bodylessCall, type Call } from '../call.ts'
import type { RelayEndpoint } from '../endpoints.ts'
import { AttemptFailure } from '../failure.ts'
import type { Trace } from '../trace.ts'
import { wayTo } from '../translate.ts'
import { tryChannels } from '../try-channels.ts'
import { createRealtimeMeter } from './realtime-meter.ts'
import { type RealtimeSession, runSession } from './realtime-session.ts'
import { longestMessage, openUpstream } from './realtime-upstream.ts'
import { type Opener, openerOf } from './session-key.ts'

/** Sessions over a WebSocket: opened like a call, charged response by response. */
export type Realtime = {
  /** Opens a session; throws what the client is refused for, before anything was said to it. */
  open: (opening: Opening) => Promise<void>
  /** Ends sessions in which nothing is being said, and the others after `graceMs`; resolves when all are charged. */
  close: (options: { graceMs: number }) => Promise<void>
}

type Opening = {
  endpoint: RelayEndpoint
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  address: string
  trace: Trace
}

type Parts = {
  domain: Pick<
    Domain,
    | 'clock'
    | 'log'
    | 'options'
    | 'identities'
    | 'sessionKeys'
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
    | 'tasks'
    | 'taskHolds'
    | 'responseMemory'
    | 'ownedThings'
    | 'tokenCounter'
  >
  outbound: Outbound
  nextRequestId: () => string
}

type Opened = { upstream: WebSocket; channel: Channel; route: Route }

const tickMs = 1000

export const createRealtime = (parts: Parts): Realtime => {
  const { domain, nextRequestId } = parts
  const sessions = new Set<RealtimeSession>()
  let ticking: NodeJS.Timeout | undefined
  let isClosing = false
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: longestMessage,
    handleProtocols: (offered) => (offered.has(realtime.subprotocol) ? realtime.subprotocol : false),
  })

  const begin = (opening: Opening, opener: Opener, call: Call, opened: Opened, admission: Admission, calls: Calls) => {
    const { request, socket, head, trace } = opening
    const { upstream, channel, route } = opened
    let client: WebSocket | undefined
    server.handleUpgrade(request, socket, head, (upgraded) => {
      client = upgraded
    })
    // A client that left while the upstream was dialled, or that asked for no WebSocket we know.
    if (client === undefined) return false
    const meter = createRealtimeMeter({
      domain,
      caller: opener.caller,
      call,
      channel,
      route,
      admission,
      opening: trace,
      nextRequestId,
    })
    const session = runSession({
      domain,
      call,
      upstreamModel: route.model,
      channel,
      client,
      upstream,
      meter,
      countCall: calls.count,
      checkModel: (model) => checkModel(opener.caller, model),
      opening: opener.wish && Buffer.from(JSON.stringify(opener.wish.opening)),
      checkCaller: opener.check,
      requestId: trace.requestId,
      language: readLanguage(request.headers['accept-language']),
    })
    sessions.add(session)
    ticking ??= setInterval(() => {
      for (const each of sessions) each.tick()
    }, tickMs).unref()
    session.ended.finally(() => {
      calls.giveBack()
      sessions.delete(session)
      if (sessions.size > 0) return
      clearInterval(ticking)
      ticking = undefined
    })
    return true
  }

  return {
    open: async (opening) => {
      const { endpoint, request, socket, address, trace } = opening
      if (isClosing) throw new ApplicationError('shutting_down')
      const opener = await openerOf(domain, request, address, trace)
      const { caller } = opener
      trace.mark('auth')
      const call = sessionCall(endpoint, request, opener.wish)
      trace.asks(caller, call.outline)
      const calls = createCallCount(domain, caller)
      await calls.count()
      let admission: Admission | undefined
      try {
        admission = await admit(domain, caller, call)
        trace.mark('hold')
        const opened = await tryChannels(domain, caller, call, trace, (channel, key) =>
          reach(parts, caller, call, trace, { channel, key }),
        )
        if (!socket.destroyed && begin(opening, opener, call, opened, admission, calls)) admission = undefined
        else opened.upstream.terminate()
      } catch (error) {
        calls.giveBack()
        throw error
      } finally {
        // The session's own from then on.
        if (admission !== undefined) domain.ledger.release(admission.hold)
      }
    },
    close: async ({ graceMs }) => {
      isClosing = true
      for (const session of sessions) session.leave()
      const late = setTimeout(() => {
        for (const session of sessions) session.stop()
      }, graceMs)
      await Promise.all([...sessions].map((session) => session.ended))
      clearTimeout(late)
    },
  }
}

const checkModel = ({ models }: Caller, model: string): void => {
  if (models !== undefined && !models.has(model)) throw new ApplicationError('model_forbidden', { model })
}

const reach = async (
  { domain, outbound }: Parts,
  caller: Caller,
  call: Call,
  trace: Trace,
  { channel, key }: { channel: Channel; key: string },
): Promise<Opened> => {
  const { model } = call.outline
  const way = wayTo(domain, call, channel, key)
  const begunAt = domain.clock.monotonic()
  const note = (status: number, error?: string) => {
    const ms = Math.round(domain.clock.monotonic() - begunAt)
    trace.attempts.push({ channel: channel.id, status, ms, ...(error === undefined ? {} : { error }) })
  }
  domain.health.begin(channel.id, model)
  try {
    const upstream = await openUpstream({ domain, outbound, call }, way)
    note(101)
    domain.health.succeeded(channel.id, model, domain.clock.monotonic() - begunAt)
    return { upstream, channel, route: way.route }
  } catch (error) {
    if (error instanceof AttemptFailure) {
      note(error.status, error.reason)
      learn({ domain, caller, call }, channel, key, error)
    } else domain.health.abandoned(channel.id, model)
    throw error
  }
}

type Calls = { count: () => Promise<void>; giveBack: () => void }

/** Counts one response after the other; the last one is given back when nothing came of it. */
const createCallCount = ({ limits }: Pick<Domain, 'limits'>, { userId }: Caller): Calls => {
  let undo = () => {}
  return {
    count: async () => {
      undo = () => {}
      undo = (await limits.modelCall(userId)).undo
    },
    giveBack: () => undo(),
  }
}

/** The path names the model, or the key for sessions of one kind; how much is said is not known before. */
const sessionCall = (endpoint: RelayEndpoint, request: IncomingMessage, wish: SessionKeyWish | undefined): Call => {
  const url = wish === undefined ? (request.url ?? '/') : addressOfWish(wish)
  const { search, searchParams } = new URL(url, 'http://relay')
  const usual = realtime.isTranscription(search) ? endpoint.defaultModel : undefined
  // One cloud has deployments in place of models.
  const model = searchParams.get('model') || searchParams.get('deployment') || (usual ?? '')
  if (model === '') throw new ApplicationError('model_missing')
  const call = bodylessCall(endpoint, { method: request.method, url, headers: request.headers }, model)
  return { ...call, outline: { ...call.outline, stream: true } }
}

const addressOfWish = ({ model, isTranscription }: SessionKeyWish): string => {
  const query = new URLSearchParams({ ...(model && { model }), ...(isTranscription && { intent: 'transcription' }) })
  return `/v1/realtime?${query}`
}
