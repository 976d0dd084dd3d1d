import * as z from 'zod/mini'
import { singleLine } from './fields.ts'

export const userActions = ['promote', 'demote', 'disable', 'enable', 'delete'] as const
export type UserAction = (typeof userActions)[number]

/** What can be done to many users by one call. */
export const actionsOnMany = ['disable', 'enable', 'delete'] as const satisfies readonly UserAction[]

export const longestReason = 200

/** Why an administrator does something; clients from before say nothing of it. */
export const actReason = {
  /** Stands with the act in the audit log. */
  reason: z._default(singleLine(longestReason).check(z.trim()), ''),
  /** Whether the user is told, with the reason. */
  tell: z._default(z.boolean(), false),
}
export type ActReason = { reason: string; tell: boolean }
