import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  idParams,
  idsUpTo,
  largestQuota,
  note,
  orderBy,
  pageOf,
  pageQuery,
  searchText,
  singleLine,
  wholeText,
} from './fields.ts'
import { toldUserFields, user } from './user.ts'
import { actionsOnMany, actReason, userActions } from './user-acts.ts'

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

/** With what stands elsewhere about him. */
const managedUser = z.extend(user, {
  /** Who invited him; empty: nobody, or the account is not known any more. */
  inviter_name: z.optional(z.string()),
})
export type ManagedUser = z.output<typeof managedUser>

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

const ids = idsUpTo(1000)

/** Those of many that were refused, and why; with all others it was done. */
const refusedUsers = z.array(z.object({ id: z.int(), message: z.string(), code: z.string() }))

/** Administration of users. Nobody reaches an equal or a higher rank, except that the super admin reaches all. */
export const users = {
  list: endpoint({
    method: 'GET',
    path: '/api/user/',
    access: 'admin',
    summary: 'Users, newest first or in the order asked for, deleted ones too; narrowed as a search is',
    query: listQuery,
    data: pageOf(managedUser),
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/user/search',
    access: 'admin',
    summary: 'Users by id or by a part of a name, of the email address or of the note, and by group, role and status',
    query: listQuery,
    data: pageOf(managedUser),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/user/:id',
    access: 'admin',
    summary: 'One user',
    params: idParams,
    data: managedUser,
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
    data: managedUser,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/user/',
    access: 'admin',
    proofFor: { member: 'password', proof: 'fresh' },
    summary: 'Change exactly the fields sent; the quota by a difference, of which the user may be told with a reason',
    body: userChange,
    data: managedUser,
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
  manageMany: endpoint({
    method: 'POST',
    path: '/api/user/batch',
    access: 'admin',
    summary:
      'Disable, enable or delete users, each of whom may be told with a reason; answers whom it could not, and why',
    touches: ['audit'],
    body: z.object({ ids, action: z.enum(actionsOnMany), ...actReason }),
    data: refusedUsers,
  }),
  groupMany: endpoint({
    method: 'PUT',
    path: '/api/user/batch',
    access: 'admin',
    summary: 'Put users into a group; answers whom it could not, and why',
    body: z.object({ ids, group: singleLine(64).check(z.minLength(1)) }),
    data: refusedUsers,
  }),
}
