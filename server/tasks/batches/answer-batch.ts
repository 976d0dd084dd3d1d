import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import type { UpstreamAsk } from '#protocols/task-platform.ts'
import { keyAt } from '../../domain/channels/channel-pool.ts'
import { ourselves } from '../../domain/own-batches/own-files.ts'
import type { Task } from '../../domain/tasks/task.ts'
import type { Caller } from '../../relay/authenticate.ts'
import type { BatchEndpoint } from '../../relay/endpoints.ts'
import { forward } from '../../relay/forward.ts'
import { harmlessType } from '../../relay/media-type.ts'
import { passAnswer } from '../../relay/pass-answer.ts'
import type { TaskCall } from '../../relay/task-paths.ts'
import { traceHeaders } from '../../relay/trace.ts'
import { wayTo } from '../../relay/translate.ts'
import { askUpstream } from '../ask-upstream.ts'
import { sendTold } from '../send-told.ts'
import { callOf } from '../task-call.ts'
import type { BatchParts } from './batch-parts.ts'
import { createBatch } from './create-batch.ts'
import { createMessageBatch } from './create-message-batch.ts'
import { createModelBatch } from './create-model-batch.ts'
import { toldBatch } from './hand-in.ts'
import { cancelOwnBatch, deleteOwnBatch, sendOwnResults } from './own/answer-own-batch.ts'
import { askToStop } from './stop-batch.ts'

type Asked = TaskCall<BatchEndpoint>

/** Answers for batches of calls: those of the caller, and nobody else's. */
export const answerBatch = async (parts: BatchParts, asked: Asked, caller: Caller): Promise<void> => {
  const { batch } = asked.endpoint
  switch (batch.act) {
    case 'create_from_file':
      return createBatch(parts, asked, caller)
    case 'create':
      return createMessageBatch(parts, asked, caller)
    case 'create_of_model':
      return createModelBatch(parts, asked, caller)
    case 'list':
      return listBatches(parts, asked, caller)
    case 'one':
      return tellBatch(parts, asked, await findBatch(parts, asked, caller))
    case 'cancel':
      return cancelBatch(parts, asked, await findBatch(parts, asked, caller))
    case 'results':
    case 'signed_results':
      return passResults(parts, asked, await findBatch(parts, asked, caller))
    case 'delete':
      return deleteBatch(parts, asked, await findBatch(parts, asked, caller))
  }
}

const findBatch = async ({ domain }: BatchParts, { endpoint }: Asked, { userId }: Caller): Promise<Task> => {
  const { platform } = endpoint.batch
  const id = endpoint.parameter
  const task = await domain.tasks.find({ userId, platform: platform.name }, id)
  if (task === undefined) throw new ApplicationError('thing_missing', { place: platform.place, id: id.slice(0, 128) })
  return task
}

/** As it was when it was looked at last; whoever asks has it looked at soon. */
const tellBatch = async (parts: BatchParts, asked: Asked, task: Task): Promise<void> => {
  const { domain, siteAddress } = parts
  const { tellsResults } = asked.endpoint.batch.platform
  if (!task.isOpen && task.status === 'SUCCESS' && tellsResults?.(task.data) === true) {
    return passResults(parts, asked, task)
  }
  if (task.isOpen) domain.tasks.watch([task.id])
  sendTold(asked, 200, toldBatch(asked.endpoint.batch, siteAddress, domain.clock.now(), task))
}

const listBatches = async ({ domain, siteAddress }: BatchParts, asked: Asked, { userId }: Caller): Promise<void> => {
  const { endpoint, request } = asked
  const { platform } = endpoint.batch
  const { list } = platform
  const { url = '' } = request
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const limit = Number(query.get(list.limit) ?? list.usualLimit)
  if (!Number.isInteger(limit) || limit < 1 || limit > mostListed) {
    throw new ProtocolError(list.limit, `must be a whole number from 1 to ${mostListed}`)
  }
  const owner = { userId, platform: platform.name }
  const newer = list.before !== undefined && query.has(list.before)
  const place = newer ? (list.before ?? '') : list.after
  const id = query.get(place)
  const beyond = id === null ? undefined : await domain.tasks.find(owner, id)
  if (id !== null && beyond === undefined) throw new ApplicationError('thing_missing', { place, id: id.slice(0, 128) })
  const found = await domain.tasks.list(owner, { beyond: beyond && { id: beyond.id, newer }, limit: limit + 1 })
  const page = newer ? found.slice(-limit) : found.slice(0, limit)
  const ends = { first: page[0]?.taskId ?? null, last: page.at(-1)?.taskId ?? null }
  const told = page.map((task) => toldBatch(endpoint.batch, siteAddress, domain.clock.now(), task))
  sendTold(asked, 200, list.write(told, { hasMore: found.length > limit, ...ends }))
}

const mostListed = 1000

const cancelBatch = async (parts: BatchParts, asked: Asked, task: Task): Promise<void> => {
  if (task.channelId === ourselves) return cancelOwnBatch(parts, asked, task)
  const { domain, siteAddress } = parts
  const { batch } = asked.endpoint
  const { platform } = batch
  const reaching = reach(parts, asked, task, platform.cancel(task.taskId))
  const now = await askToStop(parts, reaching, platform, task)
  sendTold(asked, 200, platform.cancelled ?? toldBatch(batch, siteAddress, domain.clock.now(), now))
}

export const passResults = async (
  parts: BatchParts,
  asked: Asked,
  task: Task,
  headers: readonly string[] = [],
): Promise<void> => {
  const { domain, outbound } = parts
  const { response, trace, endpoint } = asked
  if (task.isOpen) throw new ApplicationError('batch_running', { id: task.taskId })
  const { place, results } = endpoint.batch.platform
  const ask = results(task.data)
  if (ask === undefined) throw new ApplicationError('thing_missing', { place, id: task.taskId })
  if (task.channelId === ourselves) return sendOwnResults(parts, asked, task)
  const { call, channel, key } = reach(parts, asked, task, ask)
  const { answer } = await forward({ domain, outbound, call }, wayTo(domain, call, channel, key), call.bytes)
  const type = ['content-type', harmlessType(answer.contentType)]
  await passAnswer(answer, response, [...type, ...headers, ...traceHeaders(trace)])
}

/** Only what is paid for: its results would be thrown away before anybody knew what they cost. */
const deleteBatch = async (parts: BatchParts, asked: Asked, task: Task): Promise<void> => {
  const { domain, outbound } = parts
  if (task.isOpen || task.owes) throw new ApplicationError('batch_running', { id: task.taskId })
  if (task.channelId === ourselves) return deleteOwnBatch(parts, asked, task)
  const reaching = reach(parts, asked, task, { method: 'DELETE', path: asked.endpoint.path })
  const { result } = await askUpstream({ domain, outbound }, reaching, (told) => told)
  await domain.tasks.remove(task)
  sendTold(asked, 200, result)
}

const reach = ({ domain }: BatchParts, { endpoint, request }: Asked, task: Task, ask: UpstreamAsk) => {
  const channel = domain.pool.find(task.channelId)
  const { place } = endpoint.batch.platform
  if (channel === undefined || !channel.enabled) {
    throw new ApplicationError('thing_channel_gone', { place, id: task.taskId })
  }
  const call = callOf({ endpoint, headers: request.headers }, ask, '')
  return { call, channel, key: keyAt(channel, task.keyPlace) }
}
