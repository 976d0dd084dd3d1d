import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  idParams,
  largestQuota,
  note,
  orderBy,
  pageOf,
  pageQuery,
  searchText,
  singleLine,
  wholeText,
} from './fields.ts'
import { signinFields } from './signin-parts.ts'
import { echoed, type ToldFields, type ToldKind } from './told-fields.ts'
import { actReason, userActions } from './user-acts.ts'

export const roles = { ordinary: 1, admin: 10, root: 100 } as const
export const userStatuses = { active: 1, banned: 2 } as const

/** What a user chose for notices; kept as JSON text in `setting`. */
export const userSetting = z.object({
  notify_type: z._default(z.enum(['email', 'webhook']), 'email'),
  quota_warning_threshold: z.optional(z.number()),
  webhook_url: z._default(z.string(), ''),
  webhook_secret: z._default(z.string(), ''),
  notification_email: z._default(z.string(), ''),
  accept_unset_model_ratio_model: z._default(z.boolean(), false),
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
const toldUserFields = echoed(user.shape, toldOfUser)

/** The same of the own account, and what is others' to change. */
export const toldOfSelf = {
  ...toldOfUser,
  id: 'fixed',
  group: 'fixed',
  quota: { beside: 'used_quota' },
} as const satisfies ToldFields<User>
export const toldSelfFields = echoed(user.shape, toldOfSelf)

export const groupChoices = z.record(z.string(), z.object({ ratio: z.number(), desc: z.string() }))

/** A balance may be in debt, so it may be below zero. */
const balance = z.int().check(z.minimum(-largestQuota), z.maximum(largestQuota))

const userChange = z.object({
  id: z.int().check(z.positive()),
  ...toldUserFields,
  username: z.optional(z.string()),
  display_name: z.optional(singleLine(20)),
  /** Empty keeps the password. */
  password: z.optional(z.string()),
  group: z.optional(singleLine(64)),
  note: z.optional(note),
  quota: z.optional(balance),
  /**
   * The balance the form was loaded with: the change is applied as a difference to it. Without it what was used then
   * tells what it was.
   */
  quota_before: z.optional(balance),
  /** What the user had used then: with both, the change is refused when quota was credited or taken since. */
  used_quota_before: z.optional(z.int()),
  ...actReason,
})
export type UserChange = z.output<typeof userChange>
export type UserChangeInput = z.input<typeof userChange>

const listQuery = z.intersection(
  pageQuery,
  z.object({
    keyword: searchText,
    group: searchText,
    /** One of `roles`; zero narrows nothing. */
    role: wholeText,
    /** Those who were deleted are neither active nor banned. */
    status: z._default(z.enum(['', 'active', 'banned', 'deleted']), ''),
    ...orderBy(['id', 'username', 'quota', 'used_quota', 'request_count', 'created_at', 'last_login_at']),
  }),
)

/** Administration of users. Nobody reaches an equal or a higher rank, except that the super admin reaches all. */
export const users = {
  list: endpoint({
    method: 'GET',
    path: '/api/user/',
    access: 'admin',
    summary: 'Users, newest first or in the order asked for, deleted ones too; narrowed as a search is',
    query: listQuery,
    data: pageOf(user),
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/user/search',
    access: 'admin',
    summary: 'Users by id or by a part of a name, of the email address or of the note, and by group, role and status',
    query: listQuery,
    data: pageOf(user),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/user/:id',
    access: 'admin',
    summary: 'One user',
    params: idParams,
    data: user,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/user/',
    access: 'admin',
    summary: 'Make an ordinary user',
    body: z.object({
      username: z._default(z.string(), ''),
      password: z._default(z.string(), ''),
      display_name: z._default(singleLine(20), ''),
    }),
    data: user,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/user/',
    access: 'admin',
    proofFor: { member: 'password', proof: 'fresh' },
    summary: 'Change exactly the fields sent; the quota by a difference, of which the user may be told with a reason',
    body: userChange,
    data: user,
  }),
  manage: endpoint({
    method: 'POST',
    path: '/api/user/manage',
    access: 'admin',
    proofFor: { member: 'action', values: ['promote'], proof: 'fresh' },
    summary: 'Promote, demote, disable, enable or delete a user, who may be told with a reason',
    touches: ['audit'],
    body: z.object({ id: z.int().check(z.positive()), action: z.enum(userActions), ...actReason }),
    data: z.object({ role: z.int(), status: z.int() }),
  }),
}
