import type { Happening } from '#contract/account-events.ts'
import type { logTypes } from '#contract/log-types.ts'
import type { Executor } from '../db/database.ts'
import { insertLog } from '../db/logs/log-store.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'

export type AccountEvent = {
  type: (typeof logTypes)['recharge' | 'manage' | 'system' | 'checkIn']
  userId: number
  username: string
  /** What it added to the account, or took from it. */
  amount: number
  /** What it is to whoever does not read `happened`. */
  content: string
  happened: Happening
  /** What else the row keeps. */
  other?: object
}

/** Writes the log row of something that happened to an account outside of a call. */
export const recordEvent = (executor: Executor, clock: Clock, event: AccountEvent): Promise<void> =>
  insertLog(executor, {
    created_at: nowSeconds(clock),
    type: event.type,
    user_id: event.userId,
    username: event.username,
    quota: event.amount,
    content: event.content,
    other: JSON.stringify({ ...event.other, happened: event.happened }),
  })
