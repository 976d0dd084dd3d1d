import { type BatchCounts, type BatchPlatform, countAt, progressOf } from '../batch-platform.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, objectAt, textAt } from '../json/json.ts'
import { chatErrors } from '../openai-chat/error.ts'
import { type TaskNews, textOr, timeAt } from '../task-platform.ts'
import { ownOpenaiBatches } from './own-openai-batches.ts'

/** Batches of OpenAI's: the calls stand in a file, and so do their answers. */
export const openaiBatches: BatchPlatform = {
  name: 'openai-batch',
  operation: 'batch_task',
  protocol: 'openai-chat',
  rows: [
    { method: 'POST', path: '/v1/batches', act: 'create_from_file' },
    { method: 'GET', path: '/v1/batches', act: 'list' },
    { method: 'GET', path: /^\/v1\/batches\/([^/]+)$/, act: 'one' },
    { method: 'POST', path: /^\/v1\/batches\/([^/]+)\/cancel$/, act: 'cancel' },
    // For the console, and there for batches of every dialect.
    { method: 'GET', path: /^\/v1\/batches\/([^/]+)\/results$/, act: 'signed_results' },
  ],
  place: 'batch_id',
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
  results: ({ output_file_id: id }) =>
    typeof id === 'string' && id !== ''
      ? { method: 'GET', path: `/v1/files/${encodeURIComponent(id)}/content` }
      : undefined,
  answerIn: (line) => {
    const response = objectAt(line, 'response')
    return response?.status_code === 200 ? objectAt(response, 'body') : undefined
  },
  counts: (data) => countsOf(data),
  files: ({ output_file_id: output, error_file_id: errors }) =>
    [output, errors].flatMap((id) =>
      typeof id === 'string' && id !== ''
        ? [{ id, ask: { method: 'GET', path: `/v1/files/${encodeURIComponent(id)}` } }]
        : [],
    ),
  tell: ({ data, isOpen, failure }) => {
    const hasEnded = ended.has(textOr(data.status))
    if (isOpen && hasEnded) return { ...data, status: 'finalizing', output_file_id: null, error_file_id: null }
    if (failure === undefined || hasEnded) return data
    const error = { code: 'batch_lost', message: failure, param: null, line: null }
    return { ...data, status: 'failed', errors: { object: 'list', data: [error] } }
  },
  list: {
    usualLimit: 20,
    limit: 'limit',
    after: 'after',
    before: undefined,
    write: (data, { hasMore, first, last }) => ({
      object: 'list',
      data,
      first_id: first,
      last_id: last,
      has_more: hasMore,
    }),
  },
  own: ownOpenaiBatches,
  error: chatErrors,
}

const pathOf = (id: string): string => `/v1/batches/${encodeURIComponent(id)}`

/** What was answered by then is charged, also of one that was cancelled or was not done in time. */
const ended = new Set(['completed', 'cancelled', 'expired', 'failed'])

const newsOf = (batch: JsonObject): TaskNews => {
  const status = textOr(batch.status)
  const hasFailed = status === 'failed'
  return {
    status: hasFailed ? 'FAILURE' : ended.has(status) ? 'SUCCESS' : 'IN_PROGRESS',
    progress: progressOf(countsOf(batch)),
    failReason: hasFailed ? failureOf(batch) : '',
    data: batch,
    startTime: timeAt(batch, 'in_progress_at', 1000),
    finishTime: ended.has(status) ? timeAt(batch, `${status}_at`, 1000) : 0,
    outcome: hasFailed ? 'failed' : ended.has(status) ? 'done' : 'open',
  }
}

const countsOf = (batch: JsonObject): BatchCounts => {
  const counts = objectAt(batch, 'request_counts')
  return { all: countAt(counts, 'total'), done: countAt(counts, 'completed'), failed: countAt(counts, 'failed') }
}

const failureOf = (batch: JsonObject): string => {
  const told: unknown = objectAt(batch, 'errors')?.data
  const [first] = Array.isArray(told) ? told : []
  return textAt(first, 'message') ?? 'the batch failed'
}
