import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import type { Domain } from '../domain/domain.ts'
import type { UserIdentity } from '../domain/people/identities.ts'
import { createRequestIds } from '../lib/identifiers.ts'
import { createBodyBudget } from '../lib/inbound/body-budget.ts'
import type { BodyRoom } from '../lib/inbound/body-intake.ts'
import type { ClientRequest } from '../lib/inbound/plain-request.ts'
import type { ClientResponse } from '../lib/inbound/plain-response.ts'
import { isAtHand } from '../lib/inbound/request-body.ts'
import { readLanguage } from '../lib/language.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { admit } from './admit.ts'
import { attempt } from './attempt.ts'
import { authenticate, type Caller } from './authenticate.ts'
import { bodyRoom } from './body-room.ts'
import { type Call, readCall } from './call.ts'
import { checkWords } from './check-words.ts'
import { choose, lengthRefusal, restingRefusal } from './choose.ts'
import { countTokens } from './count-tokens.ts'
import { tokensOfEarlierTurns } from './earlier-turns.ts'
import {
  findEndpoint,
  isRelayPath,
  type KeyedEndpoint,
  protocolOfPath,
  type RelayEndpoint,
  unknownPath,
} from './endpoints.ts'
import { AttemptFailure, ClientGone, GatewayStopped, mayRetry } from './failure.ts'
import { listModels, readModel } from './list-models.ts'
import { withKeeper } from './named-things.ts'
import { playgroundCaller, withoutGroup } from './playground.ts'
import { createRealtime, type Once } from './realtime/realtime.ts'
import { clientErrorOf, refuse, refuseUpgrade } from './refuse.ts'
import { payForFinished } from './stored/pay-later.ts'
import { answerStored } from './stored/stored-responses.ts'
import { Trace, traceHeaders } from './trace.ts'

export type Relay = {
  /** Whether a path is the relay's, known or not. */
  handles: (path: string) => boolean
  handle: (request: ClientRequest, response: ClientResponse) => Promise<void>
  /** For requests that want their connection to become a WebSocket. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>
  /** Charges what was made in the background and is finished. */
  payForFinished: () => Promise<void>
  /** Ends what goes on without an end of its own; resolves when it is charged. */
  close: (options: { graceMs: number }) => Promise<void>
  /** From now on new calls are refused, in words; those that run go on. */
  refuseNew: () => void
  /** What bodies under way take just now. */
  bodyBytes: () => number
}

type Asked<Endpoint = RelayEndpoint> = {
  endpoint: Endpoint
  request: ClientRequest
  response: ClientResponse
  trace: Trace
}

type RelayParts = {
  domain: Domain
  outbound: Outbound
  addressOf: (request: ClientRequest) => string
  /** Who is signed in to the console; throws when nobody is. */
  signedIn: (request: ClientRequest) => Promise<UserIdentity>
  /** What bodies under way may take together, in bytes; those of one user half of it. */
  bodyMemory: number
}

/**
 * The life of one relayed call:
 *
 *  1 endpoints      path -> dialect and kind
 *  2 authenticate   key -> Caller
 *  3 call           bytes read once, parsed once -> Call
 *  4 admit          Caller, Call -> Hold, or a refusal
 *  5 choose         the next channel
 *  6 translate      Call, Channel -> the upstream's request
 *  7 send           to the upstream
 *  8 deliver        the answer to the client, metered on the way
 *  9 settle         Hold, Usage -> a durable charge and its log row
 * 10 finish         the last byte leaves
 *
 * 6 to 10 are one attempt (attempt.ts); the loop around 5 ends with the first byte that went out.
 */
export const createRelay = ({ domain, outbound, addressOf, signedIn, bodyMemory }: RelayParts): Relay => {
  const nextRequestId = createRequestIds(domain.clock)
  const bodies = createBodyBudget({
    mostInAll: bodyMemory,
    mostOfOne: bodyMemory / 2,
    patienceMs: longestWaitForRoomMs,
  })
  let isStopping = false

  const answerCall = async (asking: Caller, call: Call, response: ClientResponse, trace: Trace): Promise<void> => {
    const keeping = withKeeper(domain, asking, call)
    const caller = keeping instanceof Promise ? await keeping : keeping
    const counted = domain.limits.modelCall(caller.userId)
    const uncount = counted instanceof Promise ? await counted : counted
    let served = false
    try {
      domain.traffic.begin()
      checkWords(domain, call)
      const turns = tokensOfEarlierTurns({ domain, outbound }, caller, call)
      const admitted = admit(domain, caller, call, turns instanceof Promise ? await turns : turns)
      const admission = admitted instanceof Promise ? await admitted : admitted
      trace.mark('hold')
      try {
        await tryChannels(caller, call, trace, (channel) =>
          attempt({ domain, outbound, caller, call, admission, response, trace }, channel),
        )
        served = true
      } finally {
        // A settled hold is closed already: this gives back what no charge took.
        domain.ledger.release(admission.hold)
      }
    } finally {
      if (!served) uncount()
      domain.traffic.end()
    }
  }

  const tryChannels = async <Result>(caller: Caller, call: Call, trace: Trace, once: Once<Result>): Promise<Result> => {
    const mostAttempts = caller.pinnedChannel === undefined ? 1 + domain.options.get('RetryTimes') : 1
    domain.retryBudget.earn()
    let lastFailure: AttemptFailure | ProtocolError | undefined
    let isRetry = false
    while (trace.attempts.length < mostAttempts) {
      const channel = choose(domain, caller, call, trace)
      if (channel === undefined) break
      if (isRetry && !domain.retryBudget.spend()) break
      isRetry = false
      trace.mark('route')
      try {
        return await once(channel)
      } catch (error) {
        if (error instanceof ProtocolError) {
          // Another channel may speak a dialect that can say it.
          trace.skip(channel.id, 'cannot_express')
          lastFailure ??= error
          continue
        }
        if (!(error instanceof AttemptFailure)) throw error
        lastFailure = error
        if (!mayRetry(error)) break
        isRetry = true
      }
    }
    if (lastFailure !== undefined) throw lastFailure
    if (trace.skipped.some(({ reason }) => reason === 'resting' || reason === 'keys_benched')) {
      throw restingRefusal(domain, caller, call)
    }
    if (trace.skipped.some(({ reason }) => reason === 'too_long')) throw lengthRefusal(domain, caller, call)
    throw new ApplicationError('channel_none', { model: call.outline.model, group: caller.group })
  }

  /** Answers without a promise what needs nothing to wait for, up to the call itself. */
  const route = (request: ClientRequest, response: ClientResponse, trace: Trace): void | Promise<void> => {
    if (isStopping) throw new GatewayStopped()
    const method = request.method ?? 'GET'
    const path = pathOf(request)
    const endpoint = findEndpoint(method, path, request.headers)
    if (endpoint === undefined) throw unknownPath(method, path)
    if (endpoint === 'wrong_method') throw new ApplicationError('method_not_allowed', { method })
    if (endpoint.kind === 'playground') return answerPlayground({ endpoint, request, response, trace })
    const asked = { endpoint, request, response, trace }
    const caller = authenticate(domain, endpoint, request, addressOf(request))
    return caller instanceof Promise ? caller.then((found) => serve(asked, found)) : serve(asked, caller)
  }

  const serve = (asked: Asked<KeyedEndpoint>, caller: Caller): void | Promise<void> => {
    const { endpoint, request, response, trace } = asked
    trace.mark('auth')
    switch (endpoint.kind) {
      case 'call':
        return isAtHand(request)
          ? answerRead(caller, readCall(endpoint, request), response, trace)
          : withRoom(caller, (room) => answerRead(caller, readCall(endpoint, request, room), response, trace))
      case 'count':
        return answerCount(asked, caller)
      case 'stored':
        return answerStored({ domain, outbound, caller, endpoint, request, response, trace })
      case 'models':
        return sendJson(response, bytesOf(listModels(domain, caller, endpoint)), trace)
      case 'model':
        return sendJson(response, bytesOf(readModel(domain, caller, endpoint)), trace)
      case 'realtime':
        throw new ApplicationError('upgrade_required')
      case 'unimplemented':
        throw new ApplicationError('endpoint_not_implemented')
    }
  }

  const answerRead = (caller: Caller, call: Call | Promise<Call>, response: ClientResponse, trace: Trace) =>
    call instanceof Promise
      ? call.then((read) => answerCall(caller, read, response, trace))
      : answerCall(caller, call, response, trace)

  /** A body keeps its room until its call is over: it may have to be sent once more. */
  const withRoom = async <Result>(
    caller: Pick<Caller, 'userId' | 'tokenId'>,
    work: (room: BodyRoom) => Result | Promise<Result>,
  ): Promise<Result> => {
    const share = bodies.enter(caller.userId)
    try {
      return await work(bodyRoom(domain, caller, share))
    } finally {
      share.release()
    }
  }

  const answerPlayground = async ({ endpoint, request, response, trace }: Asked): Promise<void> => {
    const user = await signedIn(request)
    await withRoom({ userId: user.id, tokenId: 0 }, async (room) => {
      const call = withoutGroup(await readCall(endpoint, request, room))
      trace.mark('auth')
      await answerCall(playgroundCaller(domain, user, call.body()), call, response, trace)
    })
  }

  const answerCount = async ({ endpoint, request, response, trace }: Asked, caller: Caller): Promise<void> => {
    await withRoom(caller, async (room) => {
      const call = await readCall(endpoint, request, room)
      const known = await withKeeper(domain, caller, call)
      sendJson(response, await countTokens({ domain, outbound, caller: known, call, trace }), trace)
    })
  }

  const realtime = createRealtime({ domain, outbound, nextRequestId, tryChannels })

  const openSession = async (request: IncomingMessage, socket: Duplex, head: Buffer, trace: Trace): Promise<void> => {
    if (isStopping) throw new GatewayStopped()
    const [method, path] = [request.method ?? 'GET', pathOf(request)]
    const endpoint = findEndpoint(method, path, request.headers)
    if (endpoint === undefined || endpoint === 'wrong_method' || endpoint.kind !== 'realtime') {
      throw new ApplicationError('not_found', { method, path })
    }
    await realtime.open({ endpoint, request, socket, head, address: addressOf(request), trace })
  }

  return {
    handles: isRelayPath,
    upgrade: async (request, socket, head) => {
      const trace = new Trace(domain.clock, nextRequestId())
      // A client may be gone before anybody listens to its connection.
      const ignore = () => {}
      socket.on('error', ignore)
      try {
        await openSession(request, socket, head, trace)
      } catch (error) {
        const language = readLanguage(request.headers['accept-language'])
        const protocol = protocolOfPath(pathOf(request), request.headers)
        refuseUpgrade(socket, protocol, clientErrorOf(error, trace.requestId, language, domain), trace)
      }
    },
    payForFinished: () => payForFinished({ domain, outbound }),
    close: realtime.close,
    bodyBytes: bodies.taken,
    refuseNew: () => {
      isStopping = true
    },
    handle: async (request, response) => {
      const trace = new Trace(domain.clock, nextRequestId())
      try {
        await route(request, response, trace)
      } catch (error) {
        if (error instanceof ClientGone) return
        const language = readLanguage(request.headers['accept-language'])
        const told = clientErrorOf(error, trace.requestId, language, domain)
        // An answer that has begun ends its own way; here only those that have not are refused.
        if (!response.headersSent) refuse(response, protocolOfPath(pathOf(request), request.headers), told, trace)
        else if (!response.writableEnded) response.destroy()
      }
    },
  }
}

const longestWaitForRoomMs = 3_000

const pathOf = (request: ClientRequest): string => {
  const url = request.url ?? '/'
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

const sendJson = (response: ClientResponse, body: Buffer, trace: Trace): void => {
  const head = ['content-type', 'application/json', 'content-length', String(body.length)]
  response.writeHead(200, [...head, ...traceHeaders(trace)])
  response.end(body)
}
