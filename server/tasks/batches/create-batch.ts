import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, textAt } from '#protocols/json/json.ts'
import type { NamedThing } from '#protocols/named-things.ts'
import { ourselves } from '../../domain/own-batches/own-files.ts'
import { type Keeper, thingKey } from '../../domain/owned-things.ts'
import { LineTooLong, linesOf } from '../../lib/lines.ts'
import { piecesOfAnswer } from '../../relay/answer-pieces.ts'
import type { Caller } from '../../relay/authenticate.ts'
import { inLine, longestLine, readBatchValue } from '../../relay/batched-call.ts'
import { readObject } from '../../relay/call.ts'
import type { BatchEndpoint } from '../../relay/endpoints.ts'
import { forward } from '../../relay/forward.ts'
import type { TaskCall } from '../../relay/task-paths.ts'
import { wayTo } from '../../relay/translate.ts'
import { askUpstream } from '../ask-upstream.ts'
import { sendTold } from '../send-told.ts'
import { callOf } from '../task-call.ts'
import type { BatchParts } from './batch-parts.ts'
import { type BatchEstimate, estimateBatch } from './estimate-batch.ts'
import { findFile, keeperOfFile } from './file-keeper.ts'
import { asOneCall, holdFor, keepBatch, toldBatch } from './hand-in.ts'
import { createOwnBatch } from './own/create-own-batch.ts'

/**
 * A batch whose calls stand in a file: it is handed in where that is kept. The file is read once, line by line, for what
 * its calls are and will probably cost; then it is the upstream's.
 */
export const createBatch = async (parts: BatchParts, asked: TaskCall<BatchEndpoint>, caller: Caller): Promise<void> => {
  const { domain, outbound } = parts
  const { endpoint, request, trace } = asked
  const body = await asked.withRoom(caller, (room) => readObject(request, room))
  const path = textAt(body, 'endpoint') ?? ''
  const fileId = textAt(body, 'input_file_id') ?? ''
  const wanted = { place: 'input_file_id', id: fileId, operation: endpoint.operation }
  const file = await findFile(domain, caller, wanted)
  if (file.channelId === ourselves) return createOwnBatch(parts, asked, caller, { fileId, path, body })
  const { channel, key } = keeperOfFile(domain, caller, file, wanted)
  await asOneCall(domain, caller, async () => {
    const estimating = estimateBatch({ domain, caller, channel, key, path })
    const read = { method: 'GET', path: `/v1/files/${encodeURIComponent(fileId)}/content` } as const
    const reading = callOf({ endpoint, headers: {} }, read, '')
    const { answer } = await forward({ domain, outbound, call: reading }, wayTo(domain, reading, channel, key), noBytes)
    let line = 0
    try {
      for await (const bytes of linesOf(piecesOfAnswer(answer), longestLine)) {
        line += 1
        estimating.add(bodyOfLine(bytes, line, path))
      }
    } catch (error) {
      if (error instanceof LineTooLong) throw new ProtocolError(`line ${line + 1}`, 'is too long')
      throw error
    }
    const estimate = estimating.finish()
    await checkNamed(domain, caller, estimate, file)
    trace.mark('route')
    const hold = await holdFor(domain, caller, estimate)
    trace.mark('hold')
    try {
      const call = callOf({ endpoint, headers: request.headers }, { method: 'POST', path: endpoint.path, body }, '')
      const { result: answer } = await askUpstream({ domain, outbound }, { call, channel, key }, (told) => told)
      trace.mark('upstream')
      const task = await keepBatch(domain, { asked, caller, channel, key, path, estimate, hold, answer })
      trace.mark('settle')
      sendTold(asked, 200, toldBatch(endpoint.batch, parts.siteAddress, parts.domain.clock.now(), task))
    } finally {
      domain.ledger.release(hold)
    }
  })
}

const noBytes = Buffer.alloc(0)

const bodyOfLine = (bytes: Buffer, line: number, path: string): JsonObject => {
  const value = readBatchValue(bytes, line)
  return inLine(line, () => {
    if (!isObject(value) || !isObject(value.body)) throw new ProtocolError('body', 'must be an object')
    if (value.url !== path) throw new ProtocolError('url', 'must be the endpoint of the batch')
    return value.body
  })
}

/** What lines name of an upstream's must be the caller's, and kept where the batch goes. */
export const checkNamed = async (
  { ownedThings, storedResponses, files }: BatchParts['domain'],
  { userId }: Caller,
  { named }: BatchEstimate,
  keeper: Keeper,
): Promise<void> => {
  if (named.length === 0) return
  const owned = await ownedThings.find(userId, named)
  const keeperOf = async ({ kind, id }: NamedThing): Promise<Keeper | undefined> => {
    if (kind === 'response') return storedResponses.find(userId, id)
    return owned.get(thingKey({ kind, id })) ?? (kind === 'file' ? files.find(userId, id) : undefined)
  }
  for (const thing of named) {
    const found = await keeperOf(thing)
    const told = { place: thing.place, id: thing.id.slice(0, 128) }
    if (found === undefined) throw new ApplicationError('thing_missing', told)
    if (found.channelId !== keeper.channelId || found.keyPlace !== keeper.keyPlace)
      throw new ApplicationError('things_apart', told)
  }
}
