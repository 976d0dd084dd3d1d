import type { FailedReason, LogOther } from '#contract/logs.ts'
import type { NewFailedCall } from '../../db/schema.ts'

/** Whose key a call had. */
export type Asker = { userId: number; username: string; tokenId: number; tokenName: string; group: string }

/** A call that was refused or failed. */
export type FailedCall = {
  requestId: string
  /** Undefined: its key is nobody's. */
  asker: Asker | undefined
  address: string
  model: string
  isStream: boolean
  elapsedMs: number
  reason: FailedReason
  /** Where it was tried and where it was not, for administrators. */
  trace: Pick<NonNullable<LogOther['admin_info']>, 'attempts' | 'candidates' | 'skipped'>
}

const nobody: Asker = { userId: 0, username: '', tokenId: 0, tokenName: '', group: '' }

/** Of a key that is nobody's only the address counts: what it asked for could be anything. */
export const rowOfFailedCall = (call: FailedCall, second: number): NewFailedCall => {
  const { requestId, asker = nobody, address, reason, trace } = call
  const isNobodys = call.asker === undefined
  const other: LogOther = { failure: reason, admin_info: isNobodys ? { address } : { ...trace, address } }
  return {
    request_id: requestId,
    created_at: second,
    user_id: asker.userId,
    username: asker.username,
    token_id: asker.tokenId,
    token_name: asker.tokenName,
    group: asker.group,
    model_name: isNobodys ? '' : call.model,
    channel: trace.attempts?.at(-1)?.channel ?? 0,
    use_time: Math.round(call.elapsedMs / 1000),
    is_stream: call.isStream ? 1 : 0,
    again: 0,
    other: JSON.stringify(other),
  }
}
