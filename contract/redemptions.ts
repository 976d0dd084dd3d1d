import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  flagText,
  idParams,
  largestGift,
  nothing,
  orderBy,
  pageOf,
  pageQuery,
  searchText,
  singleLine,
  unixSeconds,
  wholeText,
} from './fields.ts'
import { echoed, type ToldFields } from './told-fields.ts'

export const redemptionStatuses = { unused: 1, disabled: 2, used: 3 } as const

/** Of `max_uses`: as many users as come. */
export const unlimitedUses = -1
export const mostCodesAtOnce = 100
export const longestRedemptionName = 20
export const longestRedemptionKey = 32

const redemption = z.object({
  id: z.int(),
  name: z.string(),
  key: z.string(),
  status: z.int(),
  quota: z.int(),
  /** A gift is redeemed by many users, each once; any other code by one. */
  is_gift: z.boolean(),
  max_uses: z.int(),
  used_count: z.int(),
  /** 0: none, or a gift. */
  used_user_id: z.int(),
  /** 0: no limit. */
  valid_from: z.int(),
  valid_until: z.int(),
  created_time: z.int(),
  redeemed_time: z.int(),
  /** The first of the codes that were made with it; a console that was open before knows codes without. */
  batch_id: z.optional(z.int()),
})
export type Redemption = z.output<typeof redemption>

const listed = z.extend(redemption, {
  /** Empty: it was made before there were batches. */
  batch_name: z.optional(z.string()),
  /** Empty: nobody, or the account is not known any more. */
  used_user_name: z.optional(z.string()),
})
export type ListedRedemption = z.output<typeof listed>

const moment = unixSeconds.check(z.minimum(0), z.maximum(99_999_999_999))
const fields = {
  name: singleLine(longestRedemptionName).check(z.trim(), z.minLength(1)),
  quota: z.int().check(z.minimum(1), z.maximum(largestGift)),
  valid_from: moment,
  valid_until: moment,
}
const newRedemption = z.object({
  name: fields.name,
  quota: fields.quota,
  count: z._default(z.int().check(z.minimum(1), z.maximum(mostCodesAtOnce)), 1),
  is_gift: z._default(z.boolean(), false),
  /** Of a gift; blank is unlimited. */
  max_uses: z._default(
    z.nullable(
      z.union([
        z.int().check(z.minimum(unlimitedUses), z.maximum(1_000_000_000)),
        z.pipe(
          z.literal(''),
          z.transform(() => null),
        ),
      ]),
    ),
    unlimitedUses,
  ),
  key: z._default(singleLine(longestRedemptionKey).check(z.trim()), ''),
  valid_from: z._default(fields.valid_from, 0),
  valid_until: z._default(fields.valid_until, 0),
})
export type NewRedemption = z.output<typeof newRedemption>
export type NewRedemptionInput = z.input<typeof newRedemption>

/** Whom a code may serve, and how often, stays as it was made. */
export const toldOfRedemption = {
  key: 'fixed',
  is_gift: 'fixed',
  max_uses: 'fixed',
  created_time: 'fixed',
  batch_id: 'fixed',
  used_count: 'grows',
  redeemed_time: 'grows',
  used_user_id: { beside: 'used_count' },
} as const satisfies ToldFields<Redemption>
const change = z.extend(z.partial(z.object(fields)), {
  id: z.int().check(z.positive()),
  /** Unused or disabled; of a used one that it is. */
  status: z.optional(z.union([z.literal(1), z.literal(2), z.literal(3)])),
  ...echoed(redemption.shape, toldOfRedemption),
})
export type RedemptionChange = z.output<typeof change>

const nameQuery = z.object({ name: singleLine(longestRedemptionName).check(z.minLength(1)) })

const listQuery = z.intersection(
  pageQuery,
  z.object({
    keyword: searchText,
    /** One of `redemptionStatuses`, or of the unused ones those that can still be redeemed or not; zero narrows nothing. */
    status: z.union([z.enum(['remaining', 'expired']), wholeText]),
    /** Those that were made together; zero narrows nothing. */
    batch: wholeText,
    ...orderBy(['id', 'name', 'quota', 'used_count', 'created_time', 'redeemed_time', 'valid_until']),
  }),
)

const someCodes = z.object({ ids: z.array(z.int()).check(z.minLength(1), z.maxLength(1000)) })

export const redemptions = {
  list: endpoint({
    method: 'GET',
    path: '/api/redemption/',
    access: 'admin',
    summary: 'Redemption codes by id or part of the name and by status, newest first or in the order asked for',
    query: listQuery,
    data: pageOf(listed),
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/redemption/search',
    access: 'admin',
    summary: 'The same as the list',
    query: listQuery,
    data: pageOf(listed),
  }),
  countByName: endpoint({
    method: 'GET',
    path: '/api/redemption/count-by-name',
    access: 'admin',
    summary: 'How many redemption codes have exactly this name',
    query: nameQuery,
    data: z.int(),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/redemption/:id',
    access: 'admin',
    summary: 'One redemption code',
    params: idParams,
    data: redemption,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/redemption/',
    access: 'admin',
    summary: 'Make redemption codes and answer them; a chosen code is made once, whatever the count',
    body: newRedemption,
    missing: { name: 'name_missing' },
    data: z.array(z.string()),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/redemption/',
    access: 'admin',
    summary:
      'Change name, quota and validity of an unused code and enable or disable it; with status_only=true only that',
    touches: ['audit'],
    query: z.object({ status_only: flagText }),
    body: change,
    data: redemption,
  }),
  disable: endpoint({
    method: 'PUT',
    path: '/api/redemption/batch-disable',
    access: 'admin',
    summary: 'Disable those of the codes that are unused; answers how many',
    touches: ['audit'],
    body: someCodes,
    data: z.int(),
  }),
  enable: endpoint({
    method: 'PUT',
    path: '/api/redemption/batch-enable',
    access: 'admin',
    summary: 'Enable those of the codes that are disabled; answers how many',
    touches: ['audit'],
    body: someCodes,
    data: z.int(),
  }),
  removeDisabled: endpoint({
    method: 'DELETE',
    path: '/api/redemption/delete-disabled',
    access: 'admin',
    summary: 'Delete all disabled codes; answers how many',
    touches: ['audit'],
    data: z.int(),
  }),
  removeByName: endpoint({
    method: 'DELETE',
    path: '/api/redemption/delete-by-name',
    access: 'admin',
    summary: 'Delete all codes with exactly this name; answers how many',
    query: nameQuery,
    data: z.int(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/redemption/:id',
    access: 'admin',
    summary: 'Delete a redemption code',
    touches: ['audit'],
    params: idParams,
    data: nothing,
  }),
}
