import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatPrice } from '#contract/money-text.ts'
import { serviceTiers } from '#contract/service-tiers.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Notice } from '../../../ui/notice.tsx'
import {
  type ExtraFault,
  type ExtraForm,
  type ExtraPrices,
  extraFormOf,
  readExtras,
  type StepForm,
  type UsualPrice,
} from './extra-prices.ts'

type ExtraPricesDialogProps = {
  model: string
  usual: UsualPrice
  extras: ExtraPrices
  onDone(extras: ExtraPrices): void
  onClose(): void
}

/** What long prompts and other services cost with a model, in dollars for a million tokens. */
export function ExtraPricesDialog({ model, usual, extras, onDone, onClose }: ExtraPricesDialogProps) {
  const t = useText('settings')
  const [form, setForm] = useState<ExtraForm>(() => extraFormOf(extras, usual))
  const [fault, setFault] = useState<ExtraFault>()
  const change = (next: Partial<ExtraForm>) => {
    setForm({ ...form, ...next })
    setFault(undefined)
  }
  const submit = () => {
    const read = readExtras(form, usual)
    if (!read.ok) return setFault(read.fault)
    onDone(read.extras)
    onClose()
  }
  return (
    <FormDialog
      size="md"
      onClose={onClose}
      title={t('extraTitle', { model })}
      onSubmit={submit}
      submitLabel={t('confirm')}
    >
      <p className="text-[13px] text-muted">
        {t('extraUsual', { input: formatPrice(usual.input), output: formatPrice(usual.output) })}
      </p>
      <Steps steps={form.steps} onChange={(steps) => change({ steps })} />
      <div className="grid gap-4 sm:grid-cols-3">
        {serviceTiers.map((tier) => (
          <Field key={tier} label={t(`tier.${tier}`)} hint={t('tierHint')}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                value={form.tiers[tier]}
                onChange={({ target }) => change({ tiers: { ...form.tiers, [tier]: target.value } })}
              />
            )}
          </Field>
        ))}
      </div>
      {fault && <Notice tone="bad">{t(fault)}</Notice>}
    </FormDialog>
  )
}

type StepsProps = { steps: readonly StepForm[]; onChange(steps: readonly StepForm[]): void }

function Steps({ steps, onChange }: StepsProps) {
  const t = useText('settings')
  const set = (place: number, part: Partial<StepForm>) =>
    onChange(steps.map((step, index) => (index === place ? { ...step, ...part } : step)))
  const parts = ['above', 'input', 'output'] as const
  return (
    <fieldset className="grid gap-2.5">
      <legend className="pb-1.5 text-[13px] font-medium">{t('extraSteps')}</legend>
      {steps.map((step, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step has nothing but its place
        <div key={place} className="grid grid-cols-[1fr_1fr_1fr_auto] items-end gap-2">
          {parts.map((part) => (
            <Field key={part} label={t(`step.${part}`)}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  value={step[part]}
                  onChange={({ target }) => set(place, { [part]: target.value })}
                />
              )}
            </Field>
          ))}
          <IconButton
            label={t('stepRemove', { number: place + 1 })}
            icon={<Trash2 />}
            onClick={() => onChange(steps.filter((_, index) => index !== place))}
          />
        </div>
      ))}
      <Button className="justify-self-start" onClick={() => onChange([...steps, { above: '', input: '', output: '' }])}>
        <Plus aria-hidden />
        {t('stepAdd')}
      </Button>
    </fieldset>
  )
}
