import { ApplicationError } from '#contract/errors.ts'
import { logTypes } from '#contract/log-types.ts'
import { hasCheckedIn, insertCheckIn } from '../../db/check-ins.ts'
import type { Database } from '../../db/database.ts'
import { nowSeconds } from '../../lib/clock.ts'
import { randomFraction } from '../../lib/identifiers.ts'
import type { Domain } from '../domain.ts'
import { recordEvent } from '../events.ts'

/** A little quota for whoever comes by, once a day. Days are those of UTC. */
export type CheckIns = {
  /** Who has not may still be unable to, while check-ins are off or bring nothing. */
  status: (userId: number) => Promise<{ can_check_in: boolean; checked_in: boolean }>
  /** Answers the quota it brought. */
  checkIn: (user: { id: number; username: string }) => Promise<number>
}

type Parts = { domain: Pick<Domain, 'clock' | 'options' | 'ledger'>; database: Database }

const secondsPerDay = 86_400

export const createCheckIns = ({ domain: { clock, ledger, options }, database }: Parts): CheckIns => {
  const today = () => Math.floor(nowSeconds(clock) / secondsPerDay)

  const refusal = () => {
    if (!options.get('CheckInEnabled')) return 'check_in_off'
    return options.get('CheckInQuota') > 0 ? undefined : 'check_in_misconfigured'
  }

  return {
    status: async (userId) => {
      const checked_in = await hasCheckedIn(database.query, userId, today())
      return { can_check_in: refusal() === undefined && !checked_in, checked_in }
    },
    checkIn: async ({ id: userId, username }) => {
      const code = refusal()
      if (code !== undefined) throw new ApplicationError(code)
      const quota = rewardBetween(options.get('CheckInQuota'), options.get('CheckInMaxQuota'))
      const day = today()
      await ledger.together(async (transaction, credit) => {
        const row = { user_id: userId, day, quota, created_at: nowSeconds(clock) }
        if (!(await insertCheckIn(transaction, row))) throw new ApplicationError('check_in_done')
        await credit({ ref: `check-in:${userId}:${day}`, userId, kind: 'check-in', amount: quota, operatorId: 0 })
        await recordEvent(transaction, clock, {
          ...{ type: logTypes.checkIn, userId, username, amount: quota, content: 'Checked in' },
          happened: { name: 'checked_in' },
        })
      })
      return quota
    },
  }
}

/** Every amount from the least to the most is as likely; without a larger most it is always the least. */
const rewardBetween = (least: number, most: number): number =>
  most <= least ? least : least + Math.floor(randomFraction() * (most - least + 1))
