import { Plus, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { serviceTiers } from '#contract/service-tiers.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import { useRecordForm } from '../../../ui/use-record-form.ts'
import { asExtraForm, extraEntries } from './extra-entries.ts'
import { type ExtraPrices, extraFormOf, readExtras, type StepForm, type UsualPrice } from './extra-prices.ts'

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
  const format = useFormat()
  const description = useMemo(() => extraEntries(extraFormOf(extras, usual), usual), [extras, usual])
  const edit = useRecordForm(description, {
    text: t,
    save: async (values) => {
      const read = readExtras(asExtraForm(values), usual)
      if (!read.ok) return
      onDone(read.extras)
      onClose()
    },
  })
  const setSteps = (steps: readonly StepForm[]) => {
    for (const part of stepParts) {
      edit.form.setValue(
        part,
        steps.map((step) => step[part]),
        { shouldDirty: true },
      )
    }
    edit.form.clearErrors('above')
  }
  const fault = edit.form.formState.errors.above?.message
  return (
    <FormDialog
      size="md"
      onClose={onClose}
      title={t('extraTitle', { model })}
      onSubmit={edit.form.handleSubmit(edit.submit)}
      dirty={edit.form.formState.isDirty}
      pending={edit.isPending}
      submitLabel={t('apply')}
    >
      <p className="text-[13px] text-muted">
        {t('extraUsual', { input: format.price(usual.input), output: format.price(usual.output) })}
      </p>
      <Steps steps={asExtraForm(edit.form.watch()).steps} onChange={setSteps} />
      {fault && <Notice tone="bad">{fault}</Notice>}
      <div className="grid gap-4 sm:grid-cols-3">
        {serviceTiers.map((tier) => (
          <RecordField key={tier} edit={edit} name={tier}>
            {(field) => <Input {...field} inputMode="decimal" />}
          </RecordField>
        ))}
      </div>
    </FormDialog>
  )
}

const stepParts = ['above', 'input', 'output'] as const

type StepsProps = { steps: readonly StepForm[]; onChange(steps: readonly StepForm[]): void }

function Steps({ steps, onChange }: StepsProps) {
  const t = useText('settings')
  const set = (place: number, part: Partial<StepForm>) =>
    onChange(steps.map((step, index) => (index === place ? { ...step, ...part } : step)))
  return (
    <fieldset className="grid gap-2.5">
      <legend className="pb-1.5 text-[13px] font-medium">{t('extraSteps')}</legend>
      {steps.map((step, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step has nothing but its place
        <div key={place} className="grid grid-cols-[1fr_1fr_1fr_auto] items-end gap-2">
          {stepParts.map((part) => (
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
