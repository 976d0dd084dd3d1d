import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { parseLenient, textAt } from '#protocols/json/json.ts'
import { providerOf } from '#providers/index.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Hold } from '../../domain/money/accounts.ts'
import { streamBody } from '../../lib/inbound/body-stream.ts'
import { withCleanAnswer } from '../../relay/answer-words.ts'
import type { Caller } from '../../relay/authenticate.ts'
import { drawChannel } from '../../relay/draw-channel.ts'
import type { BatchEndpoint } from '../../relay/endpoints.ts'
import { untranslated } from '../../relay/exchange.ts'
import { isBatchedHere } from '../../relay/files/batched-here.ts'
import { checkModel } from '../../relay/offered-models.ts'
import { sendBody } from '../../relay/send-body.ts'
import type { TaskCall } from '../../relay/task-paths.ts'
import { address, wayTo } from '../../relay/translate.ts'
import { sendTold } from '../send-told.ts'
import { callOf } from '../task-call.ts'
import type { BatchParts } from './batch-parts.ts'
import { checkNamed } from './check-named.ts'
import { type BatchEstimate, estimateBatch } from './estimate-batch.ts'
import { asOneCall, holdFor, keepBatch, toldBatch } from './hand-in.ts'
import { keepMessageBatch } from './own/keep-message-batch.ts'
import { type BatchRequests, readRequests } from './read-requests.ts'

const path = '/v1/messages'

/**
 * A batch whose calls stand in the request. They are read as they come and go on at once, all but the last piece: that
 * follows when every call is found in order and what they will probably cost is held, and without it the upstream has
 * nothing to begin with.
 */
export const createMessageBatch = async (
  parts: BatchParts,
  asked: TaskCall<BatchEndpoint>,
  caller: Caller,
): Promise<void> => {
  await asked.withRoom(caller, async (room) => {
    const body = streamBody(asked.request, { maximumBytes: largestBatch, idleMs: longestPauseMs }, room)
    try {
      await asOneCall(parts.domain, caller, () => passOn(parts, asked, caller, body))
    } finally {
      // Whoever did not read to its end leaves the rest.
      body.return().catch(() => {})
    }
  })
}

const passOn = async (
  parts: BatchParts,
  asked: TaskCall<BatchEndpoint>,
  caller: Caller,
  body: AsyncGenerator<Buffer, void>,
): Promise<void> => {
  const { domain, outbound } = parts
  const { endpoint, request, trace } = asked
  const reading = readRequests(body)
  const { pieces: first, model } = await beginReading(reading)
  checkModel(domain, caller, model)
  if (isBatchedHere(domain, caller, model, endpoint.operation)) {
    return keepMessageBatch(parts, asked, caller, { path, reading })
  }
  const { channel, key } = drawTaker(parts, caller, endpoint, model)
  const keeper = { channelId: channel.id, keyPlace: Math.max(0, channel.allKeys.indexOf(key)) }
  const estimating = estimateBatch({ domain, caller, channel, key, path })
  let held: { hold: Hold; estimate: BatchEstimate } | undefined
  const pieces = async function* () {
    let last: Buffer | undefined
    const takeAll = () => {
      for (const { params } of reading.requests.splice(0)) estimating.add(params)
    }
    takeAll()
    for await (const piece of chained(first, reading.pieces)) {
      takeAll()
      if (last !== undefined) yield last
      last = piece
    }
    takeAll()
    reading.checkFrame()
    const estimate = estimating.finish()
    await checkNamed(domain, caller, estimate, keeper)
    held = { hold: await holdFor(domain, caller, estimate), estimate }
    trace.mark('hold')
    if (last !== undefined) yield last
  }
  try {
    const call = callOf({ endpoint, headers: request.headers }, { method: 'POST', path: endpoint.path }, '')
    const unsent = { bytes: call.bytes, exchange: untranslated(call), streams: false }
    const addressed = await address({ domain, outbound, call }, wayTo(domain, call, channel, key), unsent)
    const coming = { pieces: pieces(), length: request.headers['content-length'] }
    const receipt = await sendBody({ outbound, clock: domain.clock }, addressed, coming)
    const bytes = withCleanAnswer(receipt.bytes, channel)
    trace.mark('upstream')
    if (held === undefined) throw new ApplicationError('upstream_malformed')
    const answer = parseLenient(bytes.toString('utf8'))
    const task = await keepBatch(domain, { asked, caller, channel, key, path, ...held, answer })
    trace.mark('settle')
    sendTold(asked, 200, toldBatch(endpoint.batch, parts.siteAddress, parts.domain.clock.now(), task))
  } finally {
    if (held !== undefined) domain.ledger.release(held.hold)
  }
}

/** What the vendor takes. */
const largestBatch = 256 * 1024 * 1024
const longestPauseMs = 60_000

const chained = async function* (first: readonly Buffer[], rest: AsyncIterable<Buffer>) {
  yield* first
  yield* rest
}

/** Reads as far as the first call, which tells the model. */
const beginReading = async (reading: BatchRequests): Promise<{ pieces: Buffer[]; model: string }> => {
  const pieces: Buffer[] = []
  while (reading.requests.length === 0) {
    const next = await reading.pieces.next()
    if (next.done === true) throw new ProtocolError('requests', 'must be a list of calls')
    pieces.push(next.value)
  }
  return { pieces, model: textAt(reading.requests[0]?.params, 'model') ?? '' }
}

const drawTaker = (
  { domain }: BatchParts,
  caller: Caller,
  endpoint: BatchEndpoint,
  model: string,
): { channel: Channel; key: string } => {
  const pinned = caller.pinnedChannel === undefined ? undefined : domain.pool.find(caller.pinnedChannel)
  const serving = pinned === undefined ? domain.pool.candidates(caller.group, model) : [pinned]
  const channel = drawChannel(serving.filter(({ type }) => providerOf(type).operations.has(endpoint.operation)))
  if (channel === undefined) throw new ApplicationError('operation_unserved', { model, group: caller.group })
  return { channel, key: domain.keys.next(channel) }
}
