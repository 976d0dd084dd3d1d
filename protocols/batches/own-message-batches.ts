import { ProtocolError } from '../failure.ts'
import { isObject, textAt } from '../json/json.ts'
import type { BatchEnding, LineCounts, OwnBatchWords } from '../own-batch.ts'

const moment = (ms: number): string => new Date(ms).toISOString()

const countsOf = ({ lines, answered, failed }: LineCounts, unmade: 'processing' | 'canceled' | 'expired') => ({
  request_counts: {
    ...{ processing: 0, succeeded: answered, errored: failed, canceled: 0, expired: 0 },
    [unmade]: lines - answered - failed,
  },
})

const unmadeAs = { completed: 'processing', cancelled: 'canceled', expired: 'expired' } as const satisfies Record<
  BatchEnding,
  string
>

/** Batches of messages as the gateway tells of its own. */
export const ownMessageBatches: OwnBatchWords = {
  idPrefix: 'msgbatch_',
  mostLines: 100_000,
  call: (value) => {
    if (!isObject(value) || !isObject(value.params)) throw new ProtocolError('params', 'must be an object')
    return { customId: textAt(value, 'custom_id') ?? '', body: value.params }
  },
  begun: ({ id, lines, now, until }) => ({
    id,
    type: 'message_batch',
    processing_status: 'in_progress',
    ended_at: null,
    created_at: moment(now),
    expires_at: moment(until),
    archived_at: null,
    cancel_initiated_at: null,
    results_url: null,
    ...countsOf({ lines, answered: 0, failed: 0 }, 'processing'),
  }),
  goingOn: (data, counts) => ({ ...data, ...countsOf(counts, 'processing') }),
  cancelling: (data, now) => ({ ...data, processing_status: 'canceling', cancel_initiated_at: moment(now) }),
  ended: (data, { how, now, ...counts }) => ({
    ...data,
    ...countsOf(counts, unmadeAs[how]),
    processing_status: 'ended',
    ended_at: moment(now),
    results_url: `/v1/messages/batches/${textAt(data, 'id') ?? ''}/results`,
  }),
  line: ({ customId, status, body }) => ({
    isAnswered: status === 200,
    content: JSON.stringify({
      custom_id: customId,
      result: status === 200 ? { type: 'succeeded', message: body } : { type: 'errored', error: body },
    }),
  }),
  unmade: (customId, how) => JSON.stringify({ custom_id: customId, result: { type: unmadeAs[how] } }),
}
