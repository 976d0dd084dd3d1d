import * as z from 'zod/mini'

/** What happens outside of calls: to accounts, and what is done for all of them. */
export const accountEvents = [
  'checked_in',
  'code_redeemed',
  'topped_up',
  'quota_changed',
  'account_banned',
  'account_unbanned',
  'account_deleted',
  'admin_made',
  'admin_removed',
  'earnings_moved',
  'registered',
  'came_by_invitation',
  'invited',
  'option_changed',
  'payment_refused',
  'channel_tested',
] as const

/** What may be wrong with a notice of a payment that its provider did sign. */
export const paymentFaults = [
  ...(['merchant_other', 'order_unknown', 'order_other_kind', 'order_expired'] as const),
  ...(['method_other', 'amount_other', 'amount_missing'] as const),
] as const
export type PaymentFault = (typeof paymentFaults)[number]

/** It by its name and values, for the console to say in the reader's language; amounts are quota. */
export const happening = z.object({
  name: z.enum(accountEvents),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})
export type Happening = z.output<typeof happening>
