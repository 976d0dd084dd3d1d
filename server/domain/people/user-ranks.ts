import { ApplicationError } from '#contract/errors.ts'
import { roles, userStatuses } from '#contract/user.ts'
import type { ActReason, UserAction } from '#contract/user-acts.ts'
import type { UserRow } from '../../db/schema.ts'
import type { Operator } from '../audit.ts'

/** Nobody reaches an equal or a higher rank; the super admin reaches everyone. */
export const checkReach = (user: Pick<UserRow, 'role'>, operator: Operator): void => {
  if (operator.role < roles.root && user.role >= operator.role) throw new ApplicationError('user_out_of_reach')
}

/** Whoever looks after a user reads what is noted of him; nobody reads it of himself. */
export const readsNote = (user: Pick<UserRow, 'id' | 'role'>, { id, role }: Pick<Operator, 'id' | 'role'>): boolean =>
  user.id !== id && (role >= roles.root || user.role < role)

/** An account that was deleted stays as it was. */
export const checkStanding = (user: UserRow): void => {
  if (user.deleted_at !== null) throw new ApplicationError('user_deleted')
}

type Change = {
  change: Partial<Pick<UserRow, 'role' | 'status' | 'ban_told' | 'deleted_at'>>
  /**
   * Whether what the user is signed in with ends: with the account, with a ban, and with a new rank, which it was not
   * given for. It ends once more when the ban does, so that no login which was under way then outlasts it.
   */
  signsOut: boolean
}

type Act = ActReason & { action: UserAction }

/** What an action makes of a user, if the operator may do it to him. */
export const changeOf = ({ action, reason, tell }: Act, user: UserRow, operator: Operator, now: number): Change => {
  const isRoot = user.role >= roles.root
  switch (action) {
    case 'promote':
      if (operator.role < roles.root) throw new ApplicationError('promote_root_only')
      if (user.role >= roles.admin) throw new ApplicationError('user_admin_already')
      return { change: { role: roles.admin }, signsOut: true }
    case 'demote':
      if (isRoot) throw new ApplicationError('root_protected')
      if (user.role < roles.admin) throw new ApplicationError('user_ordinary_already')
      return { change: { role: roles.ordinary }, signsOut: false }
    case 'disable':
      if (isRoot) throw new ApplicationError('root_protected')
      return { change: { status: userStatuses.banned, ban_told: tell ? reason : null }, signsOut: true }
    case 'enable':
      return { change: { status: userStatuses.active, ban_told: null }, signsOut: true }
    case 'delete':
      if (isRoot) throw new ApplicationError('root_protected')
      return { change: { deleted_at: now }, signsOut: true }
  }
}
