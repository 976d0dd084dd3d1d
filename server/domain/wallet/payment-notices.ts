import type { PaymentFault } from '#contract/account-events.ts'
import { logTypes } from '#contract/log-types.ts'
import type { PaymentNotice, PaymentProvider } from '#contract/payment-providers/provider.ts'
import type { Database } from '../../db/database.ts'
import type { TopUpRow } from '../../db/schema.ts'
import { findTopUp, payTopUp } from '../../db/top-ups.ts'
import { findUser } from '../../db/users.ts'
import { nowSeconds } from '../../lib/clock.ts'
import { digests } from '../../lib/digests.ts'
import type { Domain } from '../domain.ts'
import { recordEvent } from '../events.ts'
import { createOptionReader } from '../option-reading.ts'
import { centsOfYuan, yuanText } from './top-up-price.ts'
import { orderLife } from './top-ups.ts'

type Parts = { domain: Pick<Domain, 'clock' | 'log' | 'options' | 'ledger'>; database: Database }

/** What is wrong with a notice that the provider did sign; amounts are yuan. */
type Fault = { reason: PaymentFault; paid?: string; due?: string }

/** Takes what the provider sent. */
type TakeNotice = (provider: PaymentProvider, fields: Readonly<Record<string, string>>) => Promise<boolean>

/**
 * Takes what a payment provider tells of a payment. Answers true when it need not be told again: what was paid has
 * been credited, once, or nothing was paid. Everything is checked against the order, because a signature only says who
 * speaks; what does not fit is written down for the operator.
 */
export const createPaymentNotices = ({ domain, database }: Parts): TakeNotice => {
  const { clock, ledger, log, options } = domain
  const option = createOptionReader(options)

  const refuse = async (fault: Fault, tradeNo: string): Promise<false> => {
    const order = tradeNo.slice(0, 64)
    const said = faultTexts[fault.reason](fault)
    log.error('a payment notice was refused', { reason: said, order })
    const content = `Payment notice refused: ${said} (order ${order})`
    await recordEvent(database.query, clock, {
      ...{ type: logTypes.system, userId: 0, username: '', amount: 0, content },
      happened: { name: 'payment_refused', values: { ...fault, order } },
    })
    return false
  }

  const credit = (order: TopUpRow, notice: PaymentNotice): Promise<boolean> =>
    ledger.together(async (transaction, apply) => {
      const now = nowSeconds(clock)
      const payment = {
        tradeNo: order.trade_no,
        providerTradeNo: notice.providerTradeNo.slice(0, 128),
        paidAt: now,
        madeAfter: now - orderLife,
      }
      if (!(await payTopUp(transaction, payment))) return false
      const { user_id: userId, quota: amount } = order
      await apply({ ref: `pay:${order.trade_no}`, userId, kind: 'pay', amount, operatorId: 0 })
      const user = await findUser(transaction, userId)
      await recordEvent(transaction, clock, {
        type: logTypes.recharge,
        userId,
        username: user?.username ?? '',
        amount,
        content: `Topped up online, paid ${yuanText(order.money_cents)} yuan`,
        happened: { name: 'topped_up', values: { yuan: yuanText(order.money_cents) } },
      })
      return true
    })

  return async (provider, fields) => {
    const notice = provider.read(fields, { option, digests })
    if (notice === undefined) {
      log.warn('a payment notice is not signed by the payment provider')
      return false
    }
    const { tradeNo, fault, isPaid } = notice
    if (fault !== undefined) return refuse({ reason: fault }, tradeNo)
    if (!isPaid) return true
    const order = await findTopUp(database.query, tradeNo)
    if (order === undefined) return refuse({ reason: 'order_unknown' }, tradeNo)
    const wrong = mismatch(provider, order, notice)
    if (wrong !== undefined) return refuse(wrong, tradeNo)
    if (order.status === 'success' || (await credit(order, notice))) return true
    // Another notice of the same payment may have been quicker.
    const now = await findTopUp(database.query, tradeNo)
    return now?.status === 'success' || refuse({ reason: 'order_expired' }, tradeNo)
  }
}

const mismatch = (provider: PaymentProvider, order: TopUpRow, notice: PaymentNotice): Fault | undefined => {
  const method = provider.methods[order.payment_method]
  if (order.provider !== provider.name || method === undefined) return { reason: 'order_other_kind' }
  if (notice.method !== method) return { reason: 'method_other' }
  const [paid, due] = [centsOfYuan(notice.money), yuanText(order.money_cents)]
  if (paid === order.money_cents) return undefined
  return paid === undefined ? { reason: 'amount_missing', due } : { reason: 'amount_other', paid: yuanText(paid), due }
}

/** For whoever does not read what happened by its name. */
const faultTexts: Readonly<Record<PaymentFault, (fault: Fault) => string>> = {
  merchant_other: () => 'another merchant',
  order_unknown: () => 'unknown order',
  order_other_kind: () => 'an order of another kind',
  order_expired: () => 'the order has expired',
  method_other: () => 'another payment method',
  amount_other: ({ paid, due }) => `${paid} instead of ${due}`,
  amount_missing: ({ due }) => `no amount instead of ${due}`,
}
