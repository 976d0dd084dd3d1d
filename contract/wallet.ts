import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { singleLine } from './fields.ts'
import { paymentMethods } from './payment-parts.ts'

/** Dollars, or quota where the operator shows amounts as such. The code is for clients that send one; it changes nothing. */
const wanted = { amount: z.int(), top_up_code: z.optional(singleLine(64)) }

/** Clients look for this word beside `data`. */
const message = z.literal('success')

/** How users fill their account. */
export const wallet = {
  redeem: endpoint({
    method: 'POST',
    path: '/api/user/topup',
    access: 'user',
    summary: 'Redeem a code',
    body: z.object({ key: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)) }),
    missing: { key: 'redeem_code_missing' },
    data: z.object({ quota: z.int(), is_gift: z.boolean() }),
  }),
  price: endpoint({
    method: 'POST',
    path: '/api/user/amount',
    access: 'user',
    summary: 'What an amount costs, in yuan with two decimals',
    body: z.object(wanted),
    data: z.string(),
    beside: z.object({ message }),
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/user/pay',
    access: 'user',
    summary: 'Order an amount: fields of a form that the browser posts to the url',
    body: z.object({ ...wanted, payment_method: z.enum(paymentMethods) }),
    data: z.record(z.string(), z.string()),
    beside: z.object({ message, url: z.string() }),
  }),
}
