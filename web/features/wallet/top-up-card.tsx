import { useState } from 'react'
import { type PaymentMethod, paymentMethods } from '#contract/payment-parts.ts'
import { useText } from '../../lib/i18n.ts'
import { useStatus } from '../../lib/status.ts'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { OptionDoor } from '../../ui/option-door.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { amountPresets, leastAmount } from './top-up-amount.ts'
import { useAmountText } from './use-amount-text.ts'
import { usePrice } from './use-price.ts'
import { useSettled } from './use-settled.ts'

/** Buying quota online: an amount, what it costs, and a way to pay. */
export function TopUpCard() {
  const t = useText('wallet')
  const { enable_online_topup } = useStatus()
  return (
    <CardSection title={t('topUpTitle')} description={t('topUpHint')}>
      {enable_online_topup ? (
        <TopUpForm />
      ) : (
        <Notice>
          {t('topUpOff')} <OptionDoor option="PayAddress" />
        </Notice>
      )}
    </CardSection>
  )
}

function TopUpForm() {
  const t = useText('wallet')
  const status = useStatus()
  const amountText = useAmountText()
  const methods = paymentMethods.filter((each) => status.payment_methods.includes(each))
  const least = leastAmount(status)
  const [amount, setAmount] = useState<number | null>(least)
  const [isTouched, setIsTouched] = useState(false)
  const [method, setMethod] = useState<PaymentMethod>()
  const isEnough = amount !== null && amount >= least
  const price = usePrice(useSettled(isEnough ? amount : null))

  const choose = (next: PaymentMethod) => {
    setIsTouched(true)
    if (isEnough) setMethod(next)
  }
  return (
    <div className="grid gap-4">
      <Field
        label={t('amount')}
        error={isTouched && !isEnough ? t('amountSmall', { min: least }) : undefined}
        hint={t('amountLeast', { min: amountText(least) })}
      >
        {(control) => (
          <NumberInput
            {...control}
            value={amount}
            onChange={setAmount}
            onBlur={() => setIsTouched(true)}
            minimum={1}
            decimals={0}
            step={status.display_in_currency ? 1 : status.quota_per_unit}
          />
        )}
      </Field>
      <fieldset aria-label={t('amountPresets')} className="-mt-1.5 flex flex-wrap gap-1.5">
        {amountPresets(status).map((preset) => (
          <Button
            key={preset}
            size="sm"
            aria-pressed={preset === amount}
            className="aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
            onClick={() => setAmount(preset)}
          >
            {amountText(preset)}
          </Button>
        ))}
      </fieldset>
      <p aria-live="polite" className="min-h-6">
        <span className="text-[13px] text-muted">{t('toPay')}</span>{' '}
        <span className="text-base font-semibold">{isEnough ? price.text : '–'}</span>
      </p>
      <div className="grid grid-cols-2 gap-2">
        {methods.map((each) => (
          <Button key={each} variant="primary" size="block" onClick={() => choose(each)}>
            {t(`method.${each}`)}
          </Button>
        ))}
      </div>
      {method && amount !== null && <PayDialog amount={amount} method={method} onClose={() => setMethod(undefined)} />}
    </div>
  )
}
