import type { Happening } from '#contract/account-events.ts'
import { logTypes } from '#contract/log-types.ts'
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
  const give = async (
    { kind, ref, amount }: { kind: 'gift' | 'invite'; ref: string; amount: number },
    content: string,
    happened: Happening,
  ) => {
    if (amount <= 0) return
    await credit({ ref, userId: id, kind, amount, operatorId: 0 })
    await recordEvent(transaction, clock, { type: logTypes.system, userId: id, username, amount, content, happened })
  }
  const gift = { kind: 'gift', ref: `register:${id}`, amount: options.get('QuotaForNewUser') } as const
  await give(gift, 'Gift for registering', { name: 'registered' })
  if (inviter === undefined) return
  const invite = { kind: 'invite', ref: `invite:${id}`, amount: options.get('QuotaForInvitee') } as const
  await give(invite, 'Gift for using an invite code', { name: 'came_by_invitation' })
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
    happened: { name: 'invited', values: { username } },
  })
}
