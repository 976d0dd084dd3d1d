import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { readModelBatch } from '#protocols/model-batch-order.ts'
import { providerOf } from '#providers/index.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Caller } from '../../relay/authenticate.ts'
import { readObject } from '../../relay/call.ts'
import { drawChannel } from '../../relay/draw-channel.ts'
import type { BatchEndpoint } from '../../relay/endpoints.ts'
import { checkModel } from '../../relay/offered-models.ts'
import type { TaskCall } from '../../relay/task-paths.ts'
import type { BatchParts } from './batch-parts.ts'
import { type BatchEstimate, estimateBatch, estimateCounted } from './estimate-batch.ts'
import { findFile, keeperOfFile } from './file-keeper.ts'
import { asOneCall } from './hand-in.ts'
import { sendBatch } from './send-batch.ts'

type Asked = TaskCall<BatchEndpoint>

/**
 * A batch for the model that its path names. Its calls stand in the request, or in a file that was counted when it was
 * uploaded: upstreams that take batches this way do not give files back.
 */
export const createModelBatch = (parts: BatchParts, asked: Asked, caller: Caller): Promise<void> =>
  asked.withRoom(caller, async (room) => {
    const { domain } = parts
    const body = await readObject(asked.request, room)
    checkModel(domain, caller, asked.endpoint.parameter)
    await asOneCall(domain, caller, () => handIn(parts, asked, caller, body))
  })

const handIn = async (parts: BatchParts, asked: Asked, caller: Caller, body: JsonObject): Promise<void> => {
  const path = pathOfOne(asked.endpoint)
  const { channel, key, estimate } = await estimateFor(parts, asked, caller, { body, path })
  const keeper = { channelId: channel.id, keyPlace: Math.max(0, channel.allKeys.indexOf(key)) }
  await sendBatch(parts, asked, caller, { channel, key, keeper, path, estimate, body })
}

/** What each of its calls would be asked for at, alone. */
const pathOfOne = ({ parameter, path }: BatchEndpoint): string => {
  const action = path.endsWith(':asyncBatchEmbedContent') ? 'embedContent' : 'generateContent'
  return `/v1beta/models/${encodeURIComponent(parameter)}:${action}`
}

type Estimated = { channel: Channel; key: string; estimate: BatchEstimate }

const estimateFor = async (
  { domain }: BatchParts,
  { endpoint }: Asked,
  caller: Caller,
  { body, path }: { body: JsonObject; path: string },
): Promise<Estimated> => {
  const model = endpoint.parameter
  const order = readModelBatch(body, model)
  if (order.kind === 'inline') {
    const channel = channelFor(domain, caller, endpoint)
    const key = domain.keys.next(channel)
    const estimating = estimateBatch({ domain, caller, channel, key, path })
    for (const each of order.requests) estimating.add(each)
    return { channel, key, estimate: estimating.finish() }
  }
  const wanted = { place: 'fileName', id: order.name, operation: endpoint.operation }
  const file = await findFile(domain, caller, wanted)
  const { channel, key } = keeperOfFile(domain, caller, file, wanted)
  const { counted } = file
  if (counted?.fault !== undefined) throw new ApplicationError('request_invalid', { reason: counted.fault })
  if (counted === undefined || counted.lines === 0) {
    throw new ProtocolError('fileName', 'is of no calls: upload them in pieces, line by line, as application/jsonl')
  }
  if (!path.endsWith(`:${counted.action}`)) throw new ProtocolError('fileName', 'holds calls of another kind')
  if (counted.model !== '' && counted.model !== model) throw new ProtocolError('model', 'is another in the file')
  return { channel, key, estimate: estimateCounted({ domain, caller, channel, key, path }, { model, counted }) }
}

const channelFor = (domain: BatchParts['domain'], caller: Caller, { parameter, operation }: BatchEndpoint): Channel => {
  const pinned = caller.pinnedChannel === undefined ? undefined : domain.pool.find(caller.pinnedChannel)
  const serving = pinned === undefined ? domain.pool.candidates(caller.group, parameter) : [pinned]
  const channel = drawChannel(serving.filter(({ type }) => providerOf(type).operations.has(operation)))
  if (channel === undefined) throw new ApplicationError('operation_unserved', { model: parameter, group: caller.group })
  return channel
}
