import * as z from 'zod/mini'
import { languageCodes } from './languages.ts'
import { signinFields } from './signin-parts.ts'
import { echoed, type ToldFields, type ToldKind } from './told-fields.ts'

export const roles = { ordinary: 1, admin: 10, root: 100 } as const
export const userStatuses = { active: 1, banned: 2 } as const

/** What a user chose, for notices above all; kept as JSON text in `setting`. */
export const userSetting = z.object({
  notify_type: z._default(z.enum(['email', 'webhook']), 'email'),
  quota_warning_threshold: z.optional(z.number()),
  webhook_url: z._default(z.string(), ''),
  webhook_secret: z._default(z.string(), ''),
  notification_email: z._default(z.string(), ''),
  accept_unset_model_ratio_model: z._default(z.boolean(), false),
  /** That of his console, as he last picked it. One that is not spoken any more counts as none. */
  language: z.catch(z.optional(z.enum(languageCodes)), undefined),
})
export type UserSetting = z.output<typeof userSetting>

/** The same as its owner receives it: the secret of the webhook stays empty, and `webhook_secret_set` tells of it. */
export const shownUserSetting = z.extend(userSetting, { webhook_secret_set: z._default(z.boolean(), false) })

/** A user as others may see it: no password, no access token, no webhook secret. */
export const user = z.object({
  id: z.int(),
  username: z.string(),
  display_name: z.string(),
  email: z.string(),
  group: z.string(),
  quota: z.int(),
  used_quota: z.int(),
  request_count: z.int(),
  aff_code: z.string(),
  aff_count: z.int(),
  aff_quota: z.int(),
  aff_history_quota: z.int(),
  inviter_id: z.int(),
  role: z.int(),
  status: z.int(),
  DeletedAt: z.nullable(z.int()),
  /** Unix seconds; optional, as a console that was open before knows users without. */
  created_at: z.optional(z.int()),
  /** 0: never. */
  last_login_at: z.optional(z.int()),
  ...signinFields,
  setting: z.string(),
  /** Of those who may manage him, who share it; nobody sees his own. */
  note: z.optional(z.string()),
})
export type User = z.output<typeof user>

const toldOfAccounts: Readonly<Record<string, ToldKind>> = Object.fromEntries(
  Object.keys(signinFields).map((name) => [name, 'fixed']),
)

/** What no change of a user sets: rank and status have a call of their own, and the rest is his or comes by itself. */
export const toldOfUser = {
  ...toldOfAccounts,
  email: 'fixed',
  role: 'fixed',
  status: 'fixed',
  DeletedAt: 'fixed',
  inviter_id: 'fixed',
  aff_code: 'fixed',
  created_at: 'fixed',
  setting: 'fixed',
  used_quota: 'grows',
  request_count: 'grows',
  aff_count: 'grows',
  aff_history_quota: 'grows',
  aff_quota: 'fixed',
  last_login_at: 'grows',
} as const satisfies ToldFields<User>
export const toldUserFields = echoed(user.shape, toldOfUser)

/** The same of the own account, and what is others' to change. */
export const toldOfSelf = {
  ...toldOfUser,
  id: 'fixed',
  group: 'fixed',
  quota: { beside: 'used_quota' },
} as const satisfies ToldFields<User>
export const toldSelfFields = echoed(user.shape, toldOfSelf)

export const groupChoices = z.record(z.string(), z.object({ ratio: z.number(), desc: z.string() }))
