import { messagesErrors } from '../anthropic-messages/error.ts'
import { type BatchCounts, type BatchPlatform, countAt, progressOf } from '../batch-platform.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, objectAt, textAt } from '../json/json.ts'
import { type TaskNews, textOr } from '../task-platform.ts'
import { ownMessageBatches } from './own-message-batches.ts'

/** Batches of Anthropic's: the calls stand in the request itself, and their answers are read by the batch's id. */
export const messageBatches: BatchPlatform = {
  name: 'message-batch',
  operation: 'message_batch_task',
  protocol: 'anthropic-messages',
  rows: [
    { method: 'POST', path: '/v1/messages/batches', act: 'create' },
    { method: 'GET', path: '/v1/messages/batches', act: 'list' },
    { method: 'GET', path: /^\/v1\/messages\/batches\/([^/]+)$/, act: 'one' },
    { method: 'POST', path: /^\/v1\/messages\/batches\/([^/]+)\/cancel$/, act: 'cancel' },
    { method: 'GET', path: /^\/v1\/messages\/batches\/([^/]+)\/results$/, act: 'results' },
    { method: 'DELETE', path: /^\/v1\/messages\/batches\/([^/]+)$/, act: 'delete' },
  ],
  place: 'message_batch_id',
  givesUpAfterSeconds: 3 * 86_400,
  poll: {
    mostAtOnce: 1,
    ask: ([id = '']) => ({ method: 'GET', path: pathOf(id) }),
    read: (answer) => {
      const id = textAt(answer, 'id')
      if (!isObject(answer) || id === undefined) throw new ProtocolError('answer', 'is no batch')
      return [{ ...newsOf(answer), taskId: id }]
    },
  },
  cancel: (id) => ({ method: 'POST', path: `${pathOf(id)}/cancel` }),
  results: (data) =>
    textAt(data, 'results_url') === undefined
      ? undefined
      : { method: 'GET', path: `${pathOf(textOr(data.id))}/results` },
  answerIn: (line) => {
    const result = objectAt(line, 'result')
    return result?.type === 'succeeded' ? objectAt(result, 'message') : undefined
  },
  counts: (data) => countsOf(data),
  files: () => [],
  tell: ({ data, isOpen, failure, resultsAt }) => {
    if (failure !== undefined) return { ...data, processing_status: 'ended', results_url: null }
    if (!isOpen) return textAt(data, 'results_url') === undefined ? data : { ...data, results_url: resultsAt }
    const status = data.processing_status === 'ended' ? 'in_progress' : data.processing_status
    return { ...data, processing_status: status, ended_at: null, results_url: null }
  },
  list: {
    usualLimit: 20,
    limit: 'limit',
    after: 'after_id',
    before: 'before_id',
    write: (data, { hasMore, first, last }) => ({ data, has_more: hasMore, first_id: first, last_id: last }),
  },
  own: ownMessageBatches,
  error: messagesErrors,
}

const pathOf = (id: string): string => `/v1/messages/batches/${encodeURIComponent(id)}`

const newsOf = (batch: JsonObject): TaskNews => {
  const hasEnded = batch.processing_status === 'ended'
  return {
    status: hasEnded ? 'SUCCESS' : 'IN_PROGRESS',
    progress: progressOf(countsOf(batch)),
    failReason: '',
    data: batch,
    startTime: momentOf(batch.created_at),
    finishTime: momentOf(batch.ended_at),
    outcome: hasEnded ? 'done' : 'open',
  }
}

const countsOf = (batch: JsonObject): BatchCounts => {
  const counts = objectAt(batch, 'request_counts')
  const done = countAt(counts, 'succeeded')
  const failed = countAt(counts, 'errored') + countAt(counts, 'canceled') + countAt(counts, 'expired')
  return { all: countAt(counts, 'processing') + done + failed, done, failed }
}

const momentOf = (text: unknown): number => {
  const moment = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment) ? 0 : moment
}
