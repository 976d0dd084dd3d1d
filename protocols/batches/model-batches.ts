import { type BatchCounts, type BatchPlatform, countAt, progressOf } from '../batch-platform.ts'
import { ProtocolError } from '../failure.ts'
import { generateErrors } from '../gemini-generate/error.ts'
import { isObject, type JsonObject, objectAt, textAt } from '../json/json.ts'
import { type TaskNews, textOr } from '../task-platform.ts'

const rowsBelow = (version: string): BatchPlatform['rows'] => {
  const [model, batch] = [`^/${version}/models/([^/]+)`, `^/${version}/batches/([\\w-]+)`]
  return [
    { method: 'POST', path: new RegExp(`${model}:batchGenerateContent$`), act: 'create_of_model' },
    { method: 'POST', path: new RegExp(`${model}:asyncBatchEmbedContent$`), act: 'create_of_model' },
    { method: 'GET', path: `/${version}/batches`, act: 'list' },
    { method: 'GET', path: new RegExp(`${batch}$`), act: 'one' },
    { method: 'POST', path: new RegExp(`${batch}:cancel$`), act: 'cancel' },
    { method: 'DELETE', path: new RegExp(`${batch}$`), act: 'delete' },
  ]
}

/**
 * Batches of calls to one model, which the path names: in the dialect of contents. Their answers stand in a file or in
 * their own words. Newer clients ask below the paths of another dialect.
 */
export const modelBatches: BatchPlatform = {
  name: 'model-batch',
  operation: 'model_batch_task',
  protocol: 'gemini-generate',
  rows: [...rowsBelow('v1beta'), ...rowsBelow('v1').map((row) => ({ ...row, header: 'x-goog-api-key' }))],
  place: 'name',
  givesUpAfterSeconds: 4 * 86_400,
  poll: {
    mostAtOnce: 1,
    ask: ([id = '']) => ({ method: 'GET', path: pathOf(id) }),
    read: (answer) => {
      const [, id] = /^batches\/([\w-]+)$/.exec(textAt(answer, 'name') ?? '') ?? []
      if (!isObject(answer) || id === undefined) throw new ProtocolError('answer', 'is no batch')
      return [{ ...newsOf(answer), taskId: id }]
    },
  },
  cancel: (id) => ({ method: 'POST', path: `${pathOf(id)}:cancel` }),
  cancelled: {},
  results: (data) => {
    const output = outputOf(data)
    const file = fileIn(output)
    if (file !== undefined) return { method: 'GET', path: `/v1beta/${file}:download?alt=media` }
    return holdsAnswers(output) ? { method: 'GET', path: pathOf(idOf(data)) } : undefined
  },
  answersWithin: (whole) => (fileIn(outputOf(whole)) === undefined ? answersIn(outputOf(whole)) : undefined),
  answerIn: (line) => {
    const response = objectAt(line, 'response')
    const { tokenCount } = response ?? {}
    // Vectors tell what they took in this way.
    return response === undefined || tokenCount === undefined
      ? response
      : { usageMetadata: { promptTokenCount: Number(tokenCount) }, ...response }
  },
  counts: (data) => countsOf(data),
  files: (data) => {
    const name = fileIn(outputOf(data))
    return name === undefined ? [] : [{ id: name, told: { name, mimeType: 'application/jsonl', state: 'ACTIVE' } }]
  },
  tellsResults: (data) => fileIn(outputOf(data)) === undefined && holdsAnswers(outputOf(data)),
  tell: ({ data, isOpen, failure }) => {
    const { response: _response, ...rest } = data
    const { output: _output, endTime: _endTime, ...metadata } = objectAt(data, 'metadata') ?? {}
    if (isOpen && data.done === true) return { ...rest, done: false, metadata: { ...metadata, state: running } }
    if (failure === undefined || data.done === true) return data
    const error = { code: internal, message: failure }
    return { ...rest, done: true, error, metadata: { ...metadata, state: 'BATCH_STATE_FAILED' } }
  },
  list: {
    usualLimit: 10,
    limit: 'pageSize',
    after: 'pageToken',
    before: undefined,
    write: (operations, { hasMore, last }) => ({ operations, ...(hasMore && { nextPageToken: last }) }),
  },
  error: generateErrors,
}

const running = 'BATCH_STATE_RUNNING'
/** As its errors count. */
const internal = 13

const pathOf = (id: string): string => `/v1beta/batches/${encodeURIComponent(id)}`

const idOf = (data: JsonObject): string => textOr(data.name).replace(/^batches\//, '')

const outputOf = (data: JsonObject): JsonObject =>
  objectAt(data, 'response') ?? objectAt(objectAt(data, 'metadata'), 'output') ?? {}

const fileIn = (output: JsonObject): string | undefined => {
  const name = textAt(output, 'responsesFile')
  return name !== undefined && /^files\/[\w-]+$/.test(name) ? name : undefined
}

/** Those of vectors go by either name. */
const answerMembers = ['inlinedResponses', 'inlinedEmbedContentResponses']

const holdsAnswers = (output: JsonObject): boolean => answerMembers.some((name) => isObject(output[name]))

const answersIn = (output: JsonObject): readonly unknown[] =>
  answerMembers.flatMap((name): readonly unknown[] => {
    const listed: unknown = objectAt(output, name)?.inlinedResponses
    return Array.isArray(listed) ? listed : []
  })

/** What was answered is read when it is asked for, and kept nowhere. */
const withoutAnswers = (output: JsonObject): JsonObject => {
  const name = answerMembers.find((each) => isObject(output[each]))
  return name === undefined ? output : { ...output, [name]: {} }
}

const newsOf = (operation: JsonObject): TaskNews => {
  const metadata = objectAt(operation, 'metadata') ?? {}
  const response = objectAt(operation, 'response')
  const output = objectAt(metadata, 'output')
  const state = textOr(metadata.state)
  const hasFailed = state === 'BATCH_STATE_FAILED' || (operation.error !== undefined && state !== cancelled)
  const hasEnded = operation.done === true || ended.has(state)
  return {
    status: hasFailed ? 'FAILURE' : hasEnded ? 'SUCCESS' : 'IN_PROGRESS',
    progress: progressOf(countsOf(operation)),
    failReason: hasFailed ? (textAt(operation.error, 'message') ?? 'the batch failed') : '',
    data: {
      ...operation,
      metadata: { ...metadata, ...(output && { output: withoutAnswers(output) }) },
      ...(response && { response: withoutAnswers(response) }),
    },
    startTime: momentOf(metadata.createTime),
    finishTime: momentOf(metadata.endTime),
    outcome: hasFailed ? 'failed' : hasEnded ? 'done' : 'open',
  }
}

const cancelled = 'BATCH_STATE_CANCELLED'
const ended = new Set(['BATCH_STATE_SUCCEEDED', cancelled, 'BATCH_STATE_EXPIRED'])

const countsOf = (operation: JsonObject): BatchCounts => {
  const stats = objectAt(objectAt(operation, 'metadata'), 'batchStats')
  const [done, failed] = [countAt(stats, 'successfulRequestCount'), countAt(stats, 'failedRequestCount')]
  return { all: countAt(stats, 'requestCount'), done, failed }
}

const momentOf = (text: unknown): number => {
  const moment = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment) ? 0 : moment
}
