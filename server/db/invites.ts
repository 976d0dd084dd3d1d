import type { Selectable } from 'kysely'
import type { OpenTransaction } from './database.ts'
import type { InvitesTable } from './schema.ts'

/** Records that one user invited another, which happens once for the invited, and thanks the inviter. */
export const insertInvite = async (transaction: OpenTransaction, row: Selectable<InvitesTable>): Promise<void> => {
  await transaction.insertInto('invites').values(row).execute()
  await transaction
    .updateTable('users')
    .set((eb) => ({
      aff_count: eb('aff_count', '+', 1),
      aff_quota: eb('aff_quota', '+', row.quota),
      aff_history_quota: eb('aff_history_quota', '+', row.quota),
    }))
    .where('id', '=', row.inviter_id)
    .execute()
}

/** Takes quota out of what the user's invitations earned. False when there is less. */
export const takeInviteEarnings = async (
  transaction: OpenTransaction,
  userId: number,
  quota: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set((eb) => ({ aff_quota: eb('aff_quota', '-', quota) }))
    .where('id', '=', userId)
    .where('aff_quota', '>=', quota)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
