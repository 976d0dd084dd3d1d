import { useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { type BatchFault, type BatchForm, batchModes, readBatchForm } from './batch-form.ts'
import type { ModelPrices } from './price-tables.ts'

type BatchDialogProps = { count: number; onClose(): void; onDone(given: Partial<ModelPrices>): void }

/** The same price or ratio for all selected models. */
export function BatchDialog({ count, onClose, onDone }: BatchDialogProps) {
  const t = useText('settings')
  const [form, setForm] = useState<BatchForm>({ mode: 'price', value: '', completionRatio: '' })
  const [fault, setFault] = useState<BatchFault>()
  const change = (next: BatchForm) => {
    setForm(next)
    setFault(undefined)
  }
  const submit = () => {
    const read = readBatchForm(form)
    if (!read.ok) {
      setFault(read.fault)
      return
    }
    onDone(read.given)
    onClose()
  }
  const both = form.mode === 'bothRatios'
  const error = fault && t(fault)
  return (
    <FormDialog
      size="md"
      onClose={onClose}
      title={t('batchTitle', { count })}
      onSubmit={submit}
      submitLabel={t('confirm')}
    >
      <RadioGroup
        label={t('batchWhat')}
        look="cards"
        value={form.mode}
        onChange={(mode) => change({ ...form, mode })}
        choices={batchModes.map((mode) => ({ value: mode, label: t(`batch.${mode}`) }))}
      />
      <div className="grid gap-4.5 sm:grid-cols-2">
        <Field label={both ? t('fieldRatio') : t('batchValue')} error={error}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={form.value}
              onChange={(event) => change({ ...form, value: event.target.value })}
            />
          )}
        </Field>
        {both && (
          <Field label={t('fieldCompletion')}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                aria-invalid={fault !== undefined}
                value={form.completionRatio}
                onChange={(event) => change({ ...form, completionRatio: event.target.value })}
              />
            )}
          </Field>
        )}
      </div>
    </FormDialog>
  )
}
