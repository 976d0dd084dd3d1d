import { roles, type User, userStatuses } from '#contract/user.ts'
import type { UserAction } from '#contract/user-acts.ts'

export const isDeleted = (user: User): boolean => user.DeletedAt !== null

/** What finds the users of the same status; of one that is not known, nothing. */
export const statusFilterOf = (user: User): string => {
  if (isDeleted(user)) return 'deleted'
  return Object.entries(userStatuses).find(([, status]) => status === user.status)?.[0] ?? ''
}

/** Nobody reaches an equal or a higher rank; the super admin reaches everyone. */
export const isWithinReach = (user: User, operator: User): boolean =>
  operator.role >= roles.root || user.role < operator.role

/** What the operator may do to the user now. The server decides the same by itself. */
export const actionsFor = (user: User, operator: User): ReadonlySet<UserAction> => {
  if (isDeleted(user) || !isWithinReach(user, operator)) return new Set()
  const allowed: Record<UserAction, boolean> = {
    promote: operator.role >= roles.root && user.role < roles.admin,
    demote: user.role >= roles.admin && user.role < roles.root,
    disable: user.role < roles.root && user.status === userStatuses.active,
    enable: user.status === userStatuses.banned,
    delete: user.role < roles.root,
  }
  // seam: Object.entries forgets the names
  const entries = Object.entries(allowed) as [UserAction, boolean][]
  return new Set(entries.flatMap(([action, isAllowed]) => (isAllowed ? [action] : [])))
}
