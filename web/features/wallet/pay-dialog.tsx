import { useMutation } from '@tanstack/react-query'
import type { PaymentMethod } from '#contract/payment-parts.ts'
import { wallet } from '#contract/wallet.ts'
import { callWhole } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PriceText } from './price-text.tsx'
import { tellFailure } from './tell-failure.ts'
import { useAmountText } from './use-amount-text.ts'
import { usePrice } from './use-price.ts'

type PayDialogProps = { amount: number; method: PaymentMethod; onClose(): void }

/** Says once more what will be paid for what; then the browser goes to the payment provider. */
export function PayDialog({ amount, method, onClose }: PayDialogProps) {
  const t = useText('wallet')
  const amountText = useAmountText()
  const price = usePrice(amount)
  const pay = useMutation({
    mutationFn: () => callWhole(wallet.pay, { body: { amount, payment_method: method, top_up_code: '' } }),
    meta: { quiet: true },
    onSuccess: ({ data, beside }) => postForm(beside.url, data),
    onError: (failure) => {
      tellFailure(failure, t)
      onClose()
    },
  })
  const lines = [
    [t('amount'), amountText(amount)],
    [t('toPay'), <PriceText key="price" price={price} />],
    [t('method'), t(`method.${method}`)],
  ] as const
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('confirmTitle')}
      description={t('confirmHint')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            disabled={price.state !== 'known'}
            loading={pay.isPending || pay.isSuccess}
            onClick={() => pay.mutate()}
          >
            {t('goToPay')}
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 py-1">
        {lines.map(([label, value]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** Leaves the page for another one, with fields that are posted to it. */
const postForm = (url: string, fields: Record<string, string>): void => {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
