import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApplicationError } from '#contract/errors.ts'
import { protocolOf } from '#protocols/index.ts'
import type { Domain } from '../domain/domain.ts'
import type { UserIdentity } from '../domain/people/identities.ts'
import { createRequestIds } from '../lib/identifiers.ts'
import { type BodyBudget, createBodyBudget } from '../lib/inbound/body-budget.ts'
import type { BodyRoom } from '../lib/inbound/body-intake.ts'
import { answerPreflight } from '../lib/inbound/cross-origin.ts'
import type { ClientRequest } from '../lib/inbound/plain-request.ts'
import type { ClientResponse } from '../lib/inbound/plain-response.ts'
import { isAtHand } from '../lib/inbound/request-body.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { admitWithinMeans } from './admit-within-means.ts'
import { type AnswerBatchLine, answerBatchLine } from './answer-batch-line.ts'
import { readyAnswer } from './answer-ready.ts'
import { authenticate, type Caller } from './authenticate.ts'
import { readBill } from './bill.ts'
import { bodyRoom } from './body-room.ts'
import { type Call, pathOf, readCall, readModelName } from './call.ts'
import { checkWords } from './check-words.ts'
import { countTokens } from './count-tokens.ts'
import { tokensOfEarlierTurns } from './earlier-turns.ts'
import { isOpenPath, type KeyedEndpoint, type RelayEndpoint } from './endpoints.ts'
import { ClientGone, GatewayStopped } from './failure.ts'
import { answerFile } from './files/files.ts'
import { withUploadersKey } from './files/media-address.ts'
import { answerMediaFile } from './files/media-files.ts'
import { findEndpoint, isRelayPath } from './find-endpoint.ts'
import { answerKeptAlive } from './kept-alive.ts'
import { listModels, readModel, withNameMeant } from './list-models.ts'
import { mayRecall, recall } from './memory/recall.ts'
import { unknownPath, wrongMethod } from './misplaced-paths.ts'
import { withKeeper } from './named-things.ts'
import { playgroundCaller, withoutGroup } from './playground.ts'
import { makeLiveToken } from './realtime/live-token.ts'
import { createRealtime, type Realtime } from './realtime/realtime.ts'
import { makeSessionKey } from './realtime/session-key.ts'
import { tellFailure } from './record-failure.ts'
import { refuse, refuseUpgrade } from './refuse.ts'
import { bytesOf, sendJson } from './send-json.ts'
import { answerKept } from './stored/kept-things.ts'
import { answerStored } from './stored/stored-responses.ts'
import type { AnswerTaskCall, TaskCall } from './task-paths.ts'
import { Trace } from './trace.ts'

export type Relay = {
  /** Whether a path is the relay's, known or not. */
  handles: (path: string) => boolean
  handle: (request: ClientRequest, response: ClientResponse) => Promise<void>
  /** For requests that want their connection to become a WebSocket. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>
  /** Answers a call that was handed in with others, as if it came alone. */
  answerBatchLine: AnswerBatchLine
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
  /** Answers for work that is finished later. */
  answerTaskCall: AnswerTaskCall
  /** What bodies under way may take together, in bytes; those of one user half of it. */
  bodyMemory: number
}

/** What all calls of a node share. */
type Shared = RelayParts & {
  bodies: BodyBudget
  realtime: Realtime
  nextRequestId: () => string
  isStopping: boolean
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
 *  7 keep           what the upstream keeps of its answer is noted; one made in the background is owed
 *  8 send           to the upstream
 *  9 deliver        the answer to the client, metered on the way
 * 10 settle         Hold, Usage -> a durable charge and its log row
 * 11 finish         the last byte leaves
 *
 * 6 to 11 are one attempt (attempt.ts); the loop around 5 (try-channels.ts) ends with the first byte that went out, until
 * which the client's line is kept open (kept-alive.ts). What is owed is charged when it is finished
 * (stored/pay-later.ts), whoever hears of that first.
 */
export const createRelay = (parts: RelayParts): Relay => {
  const { domain, outbound, bodyMemory } = parts
  const nextRequestId = createRequestIds(domain.clock)
  const shared: Shared = {
    ...parts,
    nextRequestId,
    bodies: createBodyBudget({ mostInAll: bodyMemory, mostOfOne: bodyMemory / 2, patienceMs: longestWaitForRoomMs }),
    realtime: createRealtime({ domain, outbound, nextRequestId }),
    isStopping: false,
  }
  return {
    handles: isRelayPath,
    handle: (request, response) => answer(shared, request, response),
    upgrade: (request, socket, head) => upgrade(shared, request, socket, head),
    answerBatchLine: (line) =>
      answerBatchLine(domain, line, (caller, call, response, trace) => {
        if (shared.isStopping) throw new GatewayStopped()
        return answerWithTurns(shared, caller, call, response, trace)
      }),
    close: shared.realtime.close,
    bodyBytes: shared.bodies.taken,
    refuseNew: () => {
      shared.isStopping = true
    },
  }
}

const answer = async (shared: Shared, request: ClientRequest, response: ClientResponse): Promise<void> => {
  const { domain } = shared
  const isOpen = request.headers.origin !== undefined && isOpenPath(pathOf(request))
  const trace = new Trace(domain.clock, shared.nextRequestId(), isOpen)
  try {
    await route(shared, request, response, trace)
  } catch (error) {
    if (error instanceof ClientGone) return
    const { protocol, told } = tellFailure(shared, request, trace, error)
    // An answer that has begun ends its own way; here only those that have not are refused.
    if (!response.headersSent) refuse(response, protocol, told, trace)
    else if (!response.writableEnded) response.destroy()
  }
}

/** Answers without a promise what needs nothing to wait for, up to the call itself. */
const route = (
  shared: Shared,
  request: ClientRequest,
  response: ClientResponse,
  trace: Trace,
): void | Promise<void> => {
  const { domain } = shared
  const method = request.method ?? 'GET'
  const path = pathOf(request)
  if (method === 'OPTIONS' && isOpenPath(path)) return answerPreflight(request, response)
  if (shared.isStopping) throw new GatewayStopped()
  const endpoint = findEndpoint(method, path, request.headers)
  if (endpoint === undefined) throw unknownPath(method, path, request.headers)
  if (endpoint === 'wrong_method') throw wrongMethod(method, path, request.headers)
  trace.protocol = protocolOf(endpoint.protocol)
  // Asked by programs that look whether a server is there, before they have a key.
  if (endpoint.kind === 'version') return sendJson(response, bytesOf(trace.protocol?.server?.version ?? {}), trace)
  if (endpoint.kind === 'playground') return answerPlayground(shared, { endpoint, request, response, trace })
  if (endpoint.kind === 'task' || endpoint.kind === 'batch' || endpoint.kind === 'video') {
    const room: TaskCall['withRoom'] = (caller, work) => withRoom(shared, caller, work)
    const address = shared.addressOf(request)
    return shared.answerTaskCall({ endpoint, request, response, trace, address, withRoom: room })
  }
  const asked = { endpoint, request, response, trace }
  const address = shared.addressOf(request)
  const caller =
    endpoint.kind === 'media_file'
      ? withUploadersKey(domain, request).then((shown) => authenticate(domain, shown, address, trace))
      : authenticate(domain, request, address, trace)
  return caller instanceof Promise ? caller.then((found) => serve(shared, asked, found)) : serve(shared, asked, caller)
}

const serve = (shared: Shared, asked: Asked<KeyedEndpoint>, caller: Caller): void | Promise<void> => {
  const { domain, outbound } = shared
  const { endpoint, request, response, trace } = asked
  trace.mark('auth')
  switch (endpoint.kind) {
    case 'call':
      return isAtHand(request)
        ? answerRead(shared, caller, readCall(endpoint, request), response, trace)
        : withRoom(shared, caller, (room) =>
            answerRead(shared, caller, readCall(endpoint, request, room), response, trace),
          )
    case 'count':
      return answerCount(shared, asked, caller)
    case 'stored':
      return answerStored({ domain, outbound, caller, endpoint, request, response, trace })
    case 'file':
      return withRoom(shared, caller, (room) =>
        answerFile({ domain, outbound, caller, endpoint, request, response, trace }, room),
      )
    case 'media_file':
      return withRoom(shared, caller, (room) =>
        answerMediaFile({ domain, outbound, caller, endpoint, request, response, trace }, room),
      )
    case 'kept':
      return withRoom(shared, caller, (room) => answerKept({ ...asked, domain, outbound, caller, room }))
    case 'models':
      return sendJson(response, bytesOf(listModels(domain, caller, endpoint, request)), trace)
    case 'model':
      return sendJson(response, bytesOf(readModel(domain, caller, endpoint)), trace)
    case 'show':
      return withRoom(shared, caller, async (room) => {
        const model = await readModelName(endpoint, request, room)
        sendJson(response, bytesOf(readModel(domain, caller, endpoint, model)), trace)
      })
    case 'loaded':
      return sendJson(response, bytesOf(trace.protocol?.server?.loaded ?? {}), trace)
    case 'bill':
      return readBill(domain, caller, endpoint).then((bill) => sendJson(response, bytesOf(bill), trace))
    case 'realtime':
      throw new ApplicationError('upgrade_required')
    case 'session_key':
      return withRoom(shared, caller, async (room) => {
        const made =
          endpoint.operation === 'live'
            ? await makeLiveToken(domain, caller, request, room)
            : await makeSessionKey(domain, caller, asked, room)
        sendJson(response, bytesOf(made), trace)
      })
    case 'unimplemented':
      throw new ApplicationError('endpoint_not_implemented')
  }
}

const answerRead = (
  shared: Shared,
  caller: Caller,
  call: Call | Promise<Call>,
  response: ClientResponse,
  trace: Trace,
) =>
  call instanceof Promise
    ? call.then((read) => answerWithTurns(shared, caller, read, response, trace))
    : answerWithTurns(shared, caller, call, response, trace)

/** What was said before is put back where the call only names it, and takes room like a body. */
const answerWithTurns = (shared: Shared, caller: Caller, call: Call, response: ClientResponse, trace: Trace) => {
  if (!mayRecall(call)) return answerCall(shared, caller, call, response, trace)
  trace.asks(caller, call.outline)
  return withRoom(shared, caller, async (room) =>
    answerCall(shared, caller, await recall(shared.domain, caller, call, room), response, trace),
  )
}

const answerCall = async (
  { domain, outbound }: Shared,
  asking: Caller,
  asked: Call,
  response: ClientResponse,
  trace: Trace,
): Promise<void> => {
  const named = asked.outline.otherName === undefined ? asked : withNameMeant(domain, asking, asked)
  trace.asks(asking, named.outline)
  const ready = readyAnswer(domain, asking, named, trace)
  if (ready !== undefined) return sendJson(response, bytesOf(ready), trace)
  const keeping = withKeeper(domain, asking, named)
  const caller = keeping instanceof Promise ? await keeping : keeping
  const counted = caller.isBatched === true ? uncounted : domain.limits.modelCall(caller.userId)
  const { undo, limit } = counted instanceof Promise ? await counted : counted
  trace.limits = limit && { requests: limit }
  let served = false
  try {
    domain.traffic.begin()
    checkWords(domain, named)
    const turns = tokensOfEarlierTurns({ domain, outbound }, caller, named)
    const admitted = admitWithinMeans(domain, caller, named, trace, turns instanceof Promise ? await turns : turns)
    const { admission, call } = admitted instanceof Promise ? await admitted : admitted
    trace.mark('hold')
    try {
      await answerKeptAlive({ domain, outbound, caller, call, admission, response, trace })
      served = true
    } finally {
      // A settled hold is closed already: this gives back what no charge took.
      domain.ledger.release(admission.hold)
    }
  } finally {
    if (!served) undo()
    domain.traffic.end()
  }
}

/** What is handed in together is held to how many are done at once, and takes nothing from what its user asks meanwhile. */
const uncounted = { undo: () => {}, limit: undefined }

/** A body keeps its room until its call is over: it may have to be sent once more. */
const withRoom = async <Result>(
  { domain, bodies }: Shared,
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

const answerPlayground = async (shared: Shared, { endpoint, request, response, trace }: Asked): Promise<void> => {
  const user = await shared.signedIn(request)
  trace.asker = { userId: user.id, username: user.username, tokenId: 0, tokenName: '', group: user.group }
  await withRoom(shared, { userId: user.id, tokenId: 0 }, async (room) => {
    const call = withoutGroup(await readCall(endpoint, request, room))
    trace.mark('auth')
    await answerCall(shared, playgroundCaller(shared.domain, user, call.body()), call, response, trace)
  })
}

const answerCount = async (
  shared: Shared,
  { endpoint, request, response, trace }: Asked,
  caller: Caller,
): Promise<void> => {
  await withRoom(shared, caller, async (room) => {
    const { domain, outbound } = shared
    const call = await readCall(endpoint, request, room)
    trace.asks(caller, call.outline)
    const whole = mayRecall(call) ? await recall(domain, caller, call, room) : call
    const known = await withKeeper(domain, caller, whole)
    sendJson(response, await countTokens({ domain, outbound, caller: known, call: whole, trace }), trace)
  })
}

const upgrade = async (shared: Shared, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
  const trace = new Trace(shared.domain.clock, shared.nextRequestId())
  // A client may be gone before anybody listens to its connection.
  const ignore = () => {}
  socket.on('error', ignore)
  try {
    await openSession(shared, request, socket, head, trace)
  } catch (error) {
    const { protocol, told } = tellFailure(shared, request, trace, error)
    refuseUpgrade(socket, protocol, told, trace)
  }
}

const openSession = async (
  shared: Shared,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  trace: Trace,
): Promise<void> => {
  if (shared.isStopping) throw new GatewayStopped()
  const [method, path] = [request.method ?? 'GET', pathOf(request)]
  const endpoint = findEndpoint(method, path, request.headers)
  if (endpoint === undefined || endpoint === 'wrong_method' || endpoint.kind !== 'realtime') {
    throw new ApplicationError('not_found', { method, path })
  }
  const tell = (error: unknown) => tellFailure(shared, request, trace, error).told
  await shared.realtime.open({ endpoint, request, socket, head, address: shared.addressOf(request), trace, tell })
}

const longestWaitForRoomMs = 3_000
