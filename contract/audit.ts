import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery, secondsText } from './fields.ts'

/** One administrative act. `before` and `after` are JSON text, or empty; secrets in them are masked. */
const act = z.object({
  id: z.int(),
  created_at: z.int(),
  actor_id: z.int(),
  actor_name: z.string(),
  action: z.string(),
  target: z.string(),
  /** What users, channels and tokens in `target`, `before` and `after` are called now, if they are there: `user:7`. */
  target_names: z.optional(z.record(z.string(), z.string())),
  before: z.string(),
  after: z.string(),
  address: z.string(),
})
export type AuditAct = z.output<typeof act>

const text = z._default(z.string().check(z.maxLength(64)), '')

/** Empty text and zero narrow nothing. */
const filters = z.object({
  /** The name of whoever did it. */
  actor: text,
  /** `user.disable`, or with `user.` everything that was done to users. */
  action: text,
  /** `user:7`. */
  target: text,
  start_timestamp: secondsText,
  end_timestamp: secondsText,
})
export type AuditFilters = z.output<typeof filters>

const record = z.object({
  /** A user, a channel or a token: `user:7`. */
  target: z.string().check(z.regex(/^(?:user|channel|token):[1-9]\d{0,14}$/, 'not_record')),
})

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit/',
    access: 'root',
    summary: 'What administrators did, newest first',
    query: z.intersection(pageQuery, filters),
    data: pageOf(act),
  }),
  ofRecord: endpoint({
    method: 'GET',
    path: '/api/audit/record',
    access: 'user',
    summary:
      'What was done to one user or channel, for administrators who reach it, or to one token, for its owner as well; newest first, and from where for the super admin alone',
    query: z.intersection(pageQuery, record),
    data: pageOf(act),
  }),
}
