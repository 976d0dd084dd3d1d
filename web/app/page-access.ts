import type { StaticDataRouteOption } from '@tanstack/react-router'
import type { User } from '#contract/user.ts'
import { isAdmin, isRoot } from '../lib/session.ts'

/** Whether somebody may open a page; pages without an `access` are open to all. */
export const mayOpen = (access: StaticDataRouteOption['access'], user: User | null): boolean => {
  if (access === 'root') return isRoot(user)
  if (access === 'admin') return isAdmin(user)
  return access === undefined || user !== null
}
