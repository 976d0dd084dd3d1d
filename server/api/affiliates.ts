import type { affiliates } from '#contract/affiliates.ts'
import { ApplicationError } from '#contract/errors.ts'
import { findUser } from '../db/users.ts'
import { createTransfer } from '../domain/wallet/affiliates.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const affiliateHandlers = ({ domain, database }: ControlPlane): Handlers<typeof affiliates> => {
  const transfer = createTransfer(domain)
  return {
    code: async ({ caller }) => {
      const row = await findUser(database.query, caller.user.id)
      if (row === undefined) throw new ApplicationError('user_missing')
      return row.aff_code
    },
    transfer: async ({ caller, body }) => {
      await transfer(caller.user, body.quota)
    },
  }
}
