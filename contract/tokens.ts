import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  filterText,
  flagText,
  idParams,
  idsUpTo,
  largestQuota,
  note,
  nothing,
  orderBy,
  pageOf,
  pageQuery,
  quota,
  searchText,
  singleLine,
  unixSeconds,
  wholeText,
} from './fields.ts'
import { echoed, type ToldFields } from './told-fields.ts'

export const tokenStatuses = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const

/** `key` comes without the `sk-` that clients put before it. */
const token = z.object({
  id: z.int(),
  user_id: z.int(),
  name: z.string(),
  key: z.string(),
  status: z.int(),
  remain_quota: z.int(),
  used_quota: z.int(),
  unlimited_quota: z.boolean(),
  expired_time: z.int(),
  created_time: z.int(),
  accessed_time: z.int(),
  model_limits_enabled: z.boolean(),
  model_limits: z.string(),
  allow_ips: z.string(),
  group: z.string(),
  strict: z.boolean(),
  /** Of its owner; tokens that a console kept from before have none. */
  note: z.optional(z.string()),
})
export type Token = z.output<typeof token>

/** What administrators are told of the tokens of others: not their keys. */
const tokenOfUser = z.pick(token, {
  ...{ id: true, name: true, status: true, model_limits_enabled: true },
  ...{ used_quota: true, created_time: true, accessed_time: true },
})
export type TokenOfUser = z.output<typeof tokenOfUser>

const fields = {
  name: singleLine(30).check(z.trim(), z.minLength(1)),
  remain_quota: quota,
  unlimited_quota: z.boolean(),
  /** -1: never. */
  expired_time: unixSeconds.check(z.minimum(-1), z.maximum(99_999_999_999)),
  model_limits_enabled: z.boolean(),
  model_limits: z.string().check(z.maxLength(8192)),
  allow_ips: z.nullable(z.string().check(z.maxLength(4096))),
  group: singleLine(64),
  /** Whether what its model does not take is refused, in place of being left out or changed. */
  strict: z.boolean(),
  note,
}
const newToken = z.object({
  name: fields.name,
  remain_quota: z._default(fields.remain_quota, 0),
  unlimited_quota: z._default(fields.unlimited_quota, false),
  expired_time: z._default(fields.expired_time, -1),
  model_limits_enabled: z._default(fields.model_limits_enabled, false),
  model_limits: z._default(fields.model_limits, ''),
  allow_ips: z._default(fields.allow_ips, ''),
  group: z._default(fields.group, ''),
  strict: z._default(fields.strict, false),
  note: z._default(fields.note, ''),
})
export type NewTokenInput = z.input<typeof newToken>

export const toldOfToken = {
  user_id: 'fixed',
  key: 'fixed',
  created_time: 'fixed',
  accessed_time: 'grows',
  used_quota: 'grows',
} as const satisfies ToldFields<Token>

/** Empty text narrows nothing; `token` is a key or a part of one. */
const listQuery = z.object({
  keyword: searchText,
  token: searchText,
  /** One of `tokenStatuses`, as it is shown; zero narrows nothing. */
  status: wholeText,
  group: filterText,
  /** Those that follow the group of their user. */
  own_group: flagText,
  ...orderBy(['name', 'remain_quota', 'used_quota', 'created_time', 'accessed_time', 'expired_time']),
})
export type TokenWish = z.output<typeof listQuery>

/** A week. */
const longestKept = 7 * 24 * 3600

const ids = idsUpTo(1000)

export const tokens = {
  list: endpoint({
    method: 'GET',
    path: '/api/token/',
    access: 'user',
    summary: 'Own tokens, newest first or in the order asked for, by name or note, by key, status and group',
    query: z.intersection(pageQuery, listQuery),
    data: pageOf(token),
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/token/search',
    access: 'user',
    summary: 'Own tokens by name or note, and by key',
    query: z.intersection(pageQuery, listQuery),
    data: pageOf(token),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/token/:id',
    access: 'user',
    summary: 'One own token',
    params: idParams,
    data: token,
  }),
  listOfUser: endpoint({
    method: 'GET',
    path: '/api/user/:id/tokens',
    access: 'admin',
    summary: 'Tokens of one user without their keys, the last used first',
    params: idParams,
    query: pageQuery,
    data: pageOf(tokenOfUser),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/token/',
    access: 'user',
    summary: 'Make a token',
    body: newToken,
    missing: { name: 'name_missing' },
    data: token,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/token/',
    access: 'user',
    summary: 'Change a token; exactly the fields sent, or with status_only=true only its status',
    query: z.object({ status_only: flagText }),
    body: z.extend(z.partial(z.object(fields)), {
      /** What an unlimited token took lies below zero; nobody sets it there. */
      remain_quota: z.optional(z.int().check(z.minimum(-largestQuota), z.maximum(largestQuota))),
      id: z.int().check(z.positive()),
      /** Enabled or disabled; the status that the token shows changes nothing. */
      status: z.optional(z.int()),
      ...echoed(token.shape, toldOfToken),
      /**
       * The remaining quota the form was loaded with: the change is applied as a difference to it. Without it what was
       * used then tells how much was left.
       */
      remain_quota_before: z.optional(z.int()),
    }),
    data: token,
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api/token/:id/rotate',
    access: 'user',
    summary: 'Give a token another key; the one it had opens it for so many seconds more',
    params: idParams,
    body: z.object({ keep_seconds: z.int().check(z.minimum(0), z.maximum(longestKept)) }),
    data: token,
  }),
  switchMany: endpoint({
    method: 'PUT',
    path: '/api/token/batch',
    access: 'user',
    summary: 'Enable or disable own tokens; answers which it could not, and why',
    body: z.object({ ids, status: z.union([z.literal(1), z.literal(2)]) }),
    data: z.array(z.object({ id: z.int(), message: z.string(), code: z.string() })),
  }),
  removeMany: endpoint({
    method: 'POST',
    path: '/api/token/batch',
    access: 'user',
    summary: 'Delete own tokens; answers how many',
    body: z.object({ ids }),
    data: z.int(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/token/:id',
    access: 'user',
    summary: 'Delete a token',
    params: idParams,
    data: nothing,
  }),
}
