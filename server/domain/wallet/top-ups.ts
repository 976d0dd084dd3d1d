import { ApplicationError } from '#contract/errors.ts'
import { type PaymentMethod, readyProviders } from '#contract/payment-parts.ts'
import type { PaymentProvider } from '#contract/payment-providers/provider.ts'
import { addressOf } from '#contract/registry-entry.ts'
import type { Database } from '../../db/database.ts'
import { insertTopUpWithin } from '../../db/top-ups.ts'
import { nowSeconds } from '../../lib/clock.ts'
import { digests } from '../../lib/digests.ts'
import { randomKey } from '../../lib/identifiers.ts'
import type { Domain } from '../domain.ts'
import { createOptionReader } from '../option-reading.ts'
import { topUpCents, yuanText } from './top-up-price.ts'

type Payer = { id: number; group: string }

/** Buying quota through the payment provider. */
export type TopUps = {
  /** In yuan. `amount` is of dollars, or of quota where amounts are shown as such. */
  price: (payer: Payer, amount: number) => string
  /** Makes an order, and the signed form with which the browser goes to pay it. */
  order: (
    payer: Payer,
    amount: number,
    method: PaymentMethod,
  ) => Promise<{ url: string; fields: Record<string, string> }>
}

/** How long an order can be paid, in seconds: at the price of when it was made. */
export const orderLife = 86_400

const largestQuota = 1_000_000_000_000
/** What a notice of a payment can tell. */
const largestCents = 99_999_999_999_999

type Parts = { domain: Pick<Domain, 'clock' | 'options'>; database: Database; publicUrl: string | undefined }

export const createTopUps = ({ domain: { clock, options }, database, publicUrl }: Parts): TopUps => {
  const option = createOptionReader(options)

  /** Whoever takes orders, and has the way to pay where there is one. */
  const provider = (method?: PaymentMethod): { taker: PaymentProvider; theirMethod: string } => {
    for (const taker of readyProviders(option)) {
      const theirMethod = method === undefined ? '' : taker.methods[method]
      if (theirMethod !== undefined) return { taker, theirMethod }
    }
    throw new ApplicationError('topup_off')
  }

  const quotaOf = (amount: number): number => {
    const unit = options.get('DisplayInCurrencyEnabled') ? options.get('QuotaPerUnit') : 1
    const min = options.get('MinTopUp') * (options.get('QuotaPerUnit') / unit)
    const max = Math.floor(largestQuota / unit)
    if (amount < min) throw new ApplicationError('topup_too_small', { min })
    if (amount > max) throw new ApplicationError('topup_too_large', { max })
    return amount * unit
  }

  const centsOf = ({ group }: Payer, quota: number): number => {
    const ratios = options.get('TopupGroupRatio')
    const cents = topUpCents({
      quota,
      quotaPerDollar: options.get('QuotaPerUnit'),
      price: options.get('Price'),
      groupRatio: ratios[group],
    })
    if (cents < 1) throw new ApplicationError('topup_too_cheap')
    if (cents > largestCents) throw new ApplicationError('topup_too_dear')
    return cents
  }

  /** Never from what the client calls us: the payment would be told to whomever it names. */
  const ownAddresses = () => {
    const site = options.get('ServerAddress') || publicUrl || options.get('CustomCallbackAddress')
    if (site === '') throw new ApplicationError('topup_address_missing')
    return { site, callback: options.get('CustomCallbackAddress') || site }
  }

  return {
    price: (payer, amount) => {
      provider()
      return yuanText(centsOf(payer, quotaOf(amount)))
    },
    order: async (payer, amount, method) => {
      const { taker, theirMethod } = provider(method)
      const quota = quotaOf(amount)
      const cents = centsOf(payer, quota)
      const { site, callback } = ownAddresses()
      const now = nowSeconds(clock)
      const tradeNo = `USR${payer.id}NO${randomKey(6)}${now}`
      const row = {
        user_id: payer.id,
        trade_no: tradeNo,
        amount,
        money_cents: cents,
        quota,
        payment_method: method,
        provider: taker.name,
        provider_trade_no: '',
        status: 'pending',
        created_at: now,
        paid_at: 0,
      } as const
      const limit = { most: options.get('UnpaidOrdersPerUser'), madeAfter: now - orderLife }
      const isMade = await database.transaction((transaction) => insertTopUpWithin(transaction, row, limit))
      if (!isMade) throw new ApplicationError('topup_too_many', { most: limit.most })
      const form = {
        tradeNo,
        method: theirMethod,
        money: yuanText(cents),
        name: `TUC${amount}`,
        noticeUrl: callback + taker.noticePath,
        returnUrl: `${site}/log`,
      }
      return taker.order(form, { option, digests, place: addressOf(taker.place, option) })
    },
  }
}
