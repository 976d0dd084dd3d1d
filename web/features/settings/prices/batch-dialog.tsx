import { useText } from '../../../lib/i18n.ts'
import { formOf } from '../../../lib/record-form.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import { useRecordForm } from '../../../ui/use-record-form.ts'
import { type BatchForm, batchModes, readBatchForm } from './batch-form.ts'
import type { ModelPrices } from './price-tables.ts'

type BatchDialogProps = { count: number; onClose(): void; onDone(given: Partial<ModelPrices>): void }

/** The same price or ratio for all selected models. */
export function BatchDialog({ count, onClose, onDone }: BatchDialogProps) {
  const t = useText('settings')
  const edit = useRecordForm(batchForm, {
    text: t,
    save: async (values) => {
      const read = readBatchForm(asBatchForm(values))
      if (!read.ok) return
      onDone(read.given)
      onClose()
    },
  })
  const mode = asBatchForm(edit.form.watch()).mode
  const both = mode === 'bothRatios'
  return (
    <FormDialog
      size="md"
      onClose={onClose}
      title={t('batchTitle', { count })}
      onSubmit={edit.form.handleSubmit(edit.submit)}
      dirty={edit.form.formState.isDirty}
      pending={edit.isPending}
      submitLabel={t('apply')}
    >
      <RadioGroup
        label={t('batchWhat')}
        look="cards"
        value={mode}
        onChange={(next) => {
          edit.form.setValue('mode', next, { shouldDirty: true })
          edit.form.clearErrors()
        }}
        choices={batchModes.map((mode) => ({ value: mode, label: t(`batch.${mode}`) }))}
      />
      <div className="grid gap-4.5 sm:grid-cols-2">
        <RecordField edit={edit} name="value" label={both ? t('fieldRatio') : t('batchValue')} required>
          {(field) => <Input {...field} inputMode="decimal" />}
        </RecordField>
        {both && (
          <RecordField edit={edit} name="completionRatio" required>
            {(field) => <Input {...field} inputMode="decimal" />}
          </RecordField>
        )}
      </div>
    </FormDialog>
  )
}

type BatchValues = Record<'mode' | 'value' | 'completionRatio', string>

const asBatchForm = ({ mode, ...values }: BatchValues): BatchForm => ({
  ...values,
  mode: batchModes.find((known) => known === mode) ?? 'price',
})

const batchForm = formOf<never, Partial<ModelPrices>, 'settings'>()(
  {
    mode: { control: 'choice', label: 'batchWhat', start: 'price' },
    value: { control: 'text', label: 'batchValue', start: '' },
    completionRatio: { control: 'text', label: 'fieldCompletion', start: '' },
  },
  (values, t) => {
    const read = readBatchForm(asBatchForm(values))
    return read.ok ? {} : { value: t(read.fault) }
  },
)
