import { useEffect, useMemo, useState } from 'react'
import { type PaymentMethod, paymentMethods } from '#contract/payment-parts.ts'
import type { SystemStatus } from '#contract/status.ts'
import { useText } from '../../lib/i18n.ts'
import { formOf } from '../../lib/record-form.ts'
import { isRoot, useUser } from '../../lib/session.ts'
import { useStatus } from '../../lib/status.ts'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { OptionDoor } from '../../ui/option-door.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { PayDialog } from './pay-dialog.tsx'
import { PriceText } from './price-text.tsx'
import { useAmountText } from './use-amount-text.ts'
import { usePrice } from './use-price.ts'

/** Buying quota online: an amount, what it costs, and a way to pay. */
export function TopUpCard() {
  const t = useText('wallet')
  const { enable_online_topup } = useStatus()
  const isOwn = isRoot(useUser())
  return (
    <CardSection title={t('topUpTitle')} description={enable_online_topup && t('topUpHint')}>
      {enable_online_topup ? (
        <TopUpForm />
      ) : (
        <Notice>
          {isOwn ? t('topUpOffHere') : t('topUpOff')} <OptionDoor option="PayAddress" />
        </Notice>
      )}
    </CardSection>
  )
}

function TopUpForm() {
  const t = useText('wallet')
  const status = useStatus()
  const amountText = useAmountText()
  const [order, setOrder] = useState<Order>()
  const least = leastAmount(status)
  const form = useMemo(() => topUpForm(least), [least])
  const edit = useRecordForm(form, { text: t, save: async (values): Promise<void> => setOrder(edit.body(values)) })
  const amount = edit.form.watch('amount')
  const isEnough = amount !== null && amount >= least
  const price = usePrice(useSettled(isEnough ? amount : null))
  const pay = (method: PaymentMethod) => {
    edit.set('method', method)
    void edit.form.handleSubmit(edit.submit)()
  }
  return (
    <div className="grid gap-4">
      <RecordField edit={edit} name="amount" hint={t('amountLeast', { min: amountText(least) })}>
        {({ ref, name: _name, ...field }) => (
          <NumberInput
            {...field}
            inputRef={ref}
            minimum={1}
            decimals={0}
            step={status.display_in_currency ? 1 : status.quota_per_unit}
          />
        )}
      </RecordField>
      <fieldset aria-label={t('amountPresets')} className="-mt-1.5 flex flex-wrap gap-1.5">
        {amountPresets(status).map((preset) => (
          <Button
            key={preset}
            size="sm"
            aria-pressed={preset === amount}
            className="aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
            onClick={() => edit.set('amount', preset)}
          >
            {amountText(preset)}
          </Button>
        ))}
      </fieldset>
      <p aria-live="polite" className="min-h-6">
        <span className="text-[13px] text-muted">{t('toPay')}</span>{' '}
        <span className="text-base">{isEnough ? <PriceText price={price} /> : '–'}</span>
      </p>
      <div className="grid grid-cols-2 gap-2">
        {paymentMethods
          .filter((method) => status.payment_methods.includes(method))
          .map((method) => (
            <Button key={method} variant="primary" size="block" onClick={() => pay(method)}>
              {t(`method.${method}`)}
            </Button>
          ))}
      </div>
      {order && <PayDialog amount={order.amount} method={order.payment_method} onClose={() => setOrder(undefined)} />}
    </div>
  )
}

type Order = { amount: number; payment_method: PaymentMethod }

const topUpForm = (least: number) =>
  formOf<never, Order, 'wallet'>()({
    amount: {
      control: 'whole',
      label: 'amount',
      start: least,
      to: (amount) => ({ amount: amount ?? 0 }),
      rule: (amount, t) => (amount === null || amount < least ? t('amountSmall', { min: least }) : undefined),
    },
    /** Each has a button of its own, which sends the form. */
    method: {
      control: 'choice',
      label: 'method',
      start: '',
      to: (chosen) => {
        const method = paymentMethods.find((each) => each === chosen)
        return method === undefined ? {} : { payment_method: method }
      },
    },
  })

type AmountRules = Pick<SystemStatus, 'min_topup' | 'quota_per_unit' | 'display_in_currency'>

const presets = [1, 5, 10, 50, 100]

/** Amounts are of dollars, or of quota where they are shown as such. */
const unitOf = ({ display_in_currency, quota_per_unit }: AmountRules) => (display_in_currency ? 1 : quota_per_unit)

/** What must be bought at least, and never less than one. */
export const leastAmount = (rules: AmountRules): number => Math.max(1, Math.ceil(rules.min_topup) * unitOf(rules))

/** The least, and the round ones above it. */
export const amountPresets = (rules: AmountRules): number[] => {
  const least = leastAmount(rules)
  return [least, ...presets.map((preset) => preset * unitOf(rules)).filter((preset) => preset > least)]
}

const untilSettled = 300

/** The value once it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), untilSettled)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
