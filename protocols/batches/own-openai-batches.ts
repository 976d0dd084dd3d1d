import { ProtocolError } from '../failure.ts'
import { isObject, textAt } from '../json/json.ts'
import type { LineCounts, OwnBatchWords } from '../own-batch.ts'

const seconds = (ms: number): number => Math.floor(ms / 1000)

const countsOf = ({ lines, answered, failed }: LineCounts) => ({
  request_counts: { total: lines, completed: answered, failed },
})

/** Batches of OpenAI's as the gateway tells of its own. */
export const ownOpenaiBatches: OwnBatchWords = {
  idPrefix: 'batch_',
  mostLines: 50_000,
  call: (value, path) => {
    if (!isObject(value) || !isObject(value.body)) throw new ProtocolError('body', 'must be an object')
    if (value.url !== path) throw new ProtocolError('url', 'must be the endpoint of the batch')
    return { customId: textAt(value, 'custom_id') ?? '', body: value.body }
  },
  begun: ({ id, path, fileId, body, lines, now, until }) => ({
    id,
    object: 'batch',
    endpoint: path,
    errors: null,
    input_file_id: fileId,
    completion_window: textAt(body, 'completion_window') ?? '24h',
    status: 'in_progress',
    output_file_id: null,
    error_file_id: null,
    created_at: seconds(now),
    in_progress_at: seconds(now),
    expires_at: seconds(until),
    metadata: isObject(body.metadata) ? body.metadata : null,
    ...countsOf({ lines, answered: 0, failed: 0 }),
  }),
  goingOn: (data, counts) => ({ ...data, ...countsOf(counts) }),
  cancelling: (data, now) => ({ cancelling_at: seconds(now), ...data, status: 'cancelling' }),
  ended: (data, { how, now, answersId, errorsId, ...counts }) => ({
    ...data,
    ...countsOf(counts),
    status: how,
    output_file_id: answersId ?? null,
    error_file_id: errorsId ?? null,
    [`${how}_at`]: seconds(now),
  }),
  line: ({ customId, requestId, status, body }) => ({
    isAnswered: status === 200,
    content: JSON.stringify({
      id: `batch_req_${requestId}`,
      custom_id: customId,
      response: { status_code: status, request_id: requestId, body },
      error: null,
    }),
  }),
  unmade: (customId, how) =>
    how === 'expired'
      ? JSON.stringify({ id: `batch_req_${customId}`, custom_id: customId, response: null, error: expired })
      : undefined,
}

const expired = {
  code: 'batch_expired',
  message: 'This request could not be executed before the completion window expired.',
}
