import { logTypes } from '#contract/logs.ts'
import type { OpenTransaction } from '../../db/database.ts'
import { insertInvite } from '../../db/invites.ts'
import type { UserRow } from '../../db/schema.ts'
import { nowSeconds } from '../../lib/clock.ts'
import type { Domain } from '../domain.ts'
import { recordEvent } from '../events.ts'
import type { Crediting } from '../money/ledger.ts'

type Newcomer = { id: number; username: string; inviter: UserRow | undefined }

/** Gives a newcomer, and whoever invited him, what the options promise: in the transaction that makes the account. */
export const welcome = async (
  { clock, options }: Pick<Domain, 'clock' | 'options'>,
  { id, username, inviter }: Newcomer,
  transaction: OpenTransaction,
  credit: Crediting,
): Promise<void> => {
  const give = async (kind: 'gift' | 'invite', ref: string, amount: number, content: string) => {
    if (amount <= 0) return
    await credit({ ref, userId: id, kind, amount, operatorId: 0 })
    await recordEvent(transaction, clock, { type: logTypes.system, userId: id, username, amount, content })
  }
  await give('gift', `register:${id}`, options.get('QuotaForNewUser'), 'Gift for registering')
  if (inviter === undefined) return
  await give('invite', `invite:${id}`, options.get('QuotaForInvitee'), 'Gift for using an invite code')
  const reward = options.get('QuotaForInviter')
  await insertInvite(transaction, {
    invitee_id: id,
    inviter_id: inviter.id,
    quota: reward,
    created_at: nowSeconds(clock),
  })
  if (reward <= 0) return
  await recordEvent(transaction, clock, {
    type: logTypes.system,
    userId: inviter.id,
    username: inviter.username,
    amount: 0,
    content: `Invited ${username}`,
  })
}
