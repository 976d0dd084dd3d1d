import { ApplicationError } from '#contract/errors.ts'
import { logTypes } from '#contract/log-types.ts'
import { takeInviteEarnings } from '../../db/invites.ts'
import { randomKey } from '../../lib/identifiers.ts'
import type { Domain } from '../domain.ts'
import { recordEvent } from '../events.ts'
import { quotaText } from '../money/quota-text.ts'

type Transfer = (user: { id: number; username: string }, quota: number) => Promise<void>

/** Moves what a user's invitations earned to the balance: at least one unit, and no more than there is. */
export const createTransfer =
  ({ clock, ledger, options }: Pick<Domain, 'clock' | 'options' | 'ledger'>): Transfer =>
  async ({ id: userId, username }, quota) => {
    const min = options.get('QuotaPerUnit')
    if (quota < min) throw new ApplicationError('transfer_too_small', { min: quotaText(options, min) })
    await ledger.together(async (transaction, credit) => {
      if (!(await takeInviteEarnings(transaction, userId, quota))) throw new ApplicationError('transfer_insufficient')
      await credit({ ref: `transfer:${randomKey(20)}`, userId, kind: 'transfer', amount: quota, operatorId: 0 })
      const content = 'Moved invite earnings to the balance'
      await recordEvent(transaction, clock, {
        ...{ type: logTypes.system, userId, username, amount: quota, content },
        happened: { name: 'earnings_moved' },
      })
    })
  }
