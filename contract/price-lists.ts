import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { webAddress } from './option-fields.ts'

const dollars = z.optional(z.string())

/** What somebody asks for a model: dollars for a million tokens of each kind, or for a call, as exact decimals. */
const priceOffer = z.object({
  model: z.string(),
  /** Who asks it, as the list names him. */
  by: z.string(),
  input: dollars,
  output: dollars,
  cacheRead: dollars,
  cacheWrite: dollars,
  perCall: dollars,
})
export type PriceOffer = z.output<typeof priceOffer>

/** As long as the longest list there is, several times over. */
export const longestPriceList = 8 * 1024 * 1024

/** A list that was looked at by the clock: which models it asks other prices for than are set. */
const seenPriceList = z.object({
  address: z.string(),
  answered: z.boolean(),
  count: z.int(),
  /** The first of them, by name. */
  models: z.array(z.string()),
})
export type SeenPriceList = z.output<typeof seenPriceList>
export const seenPriceLists = z.array(seenPriceList)

export const priceLists = {
  seen: endpoint({
    method: 'GET',
    path: '/api/price_list/seen',
    access: 'admin',
    summary: 'What the lists of prices asked otherwise that were looked at last by the clock',
    /** Unix seconds; 0: never. */
    data: z.object({ checked_at: z.int(), lists: seenPriceLists }),
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/price_list',
    access: 'admin',
    proof: 'session',
    limit: 'critical',
    summary: 'What a list of prices asks for each model: one at an address, or one that is sent; nothing is changed',
    body: z
      .object({
        address: z.optional(webAddress.check(z.minLength(1))),
        text: z.optional(z.string().check(z.minLength(1))),
      })
      .check(z.refine(({ address, text }) => (address === undefined) !== (text === undefined), 'not_one_source')),
    largestBody: 2 * longestPriceList,
    data: z.object({
      /** What kind of list it is. */
      format: z.string(),
      offers: z.array(priceOffer),
      /** Models without a price that can be used here. */
      left_out: z.int(),
    }),
  }),
}
