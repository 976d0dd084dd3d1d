import { type ReactNode, useMemo } from 'react'
import { defaultCompletionRatio } from '#contract/default-ratio-rules.ts'
import { useFormat } from '../../../lib/format.ts'
import { typedNumber } from '../../../lib/format-fixed.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import { useRecordForm } from '../../../ui/use-record-form.ts'
import { KindFields } from './kind-fields.tsx'
import { asPriceForm, priceEntries, priceNames } from './price-entries.ts'
import {
  newPriceForm,
  type PriceField,
  type PriceForm,
  priceFormOf,
  pricesOf,
  ratiosOf,
  readPriceForm,
  withEntry,
  withMode,
} from './price-form.ts'
import { priceKinds } from './price-kinds.ts'
import { isNamed, type ModelPrices, type PriceRow, type PriceTables } from './price-tables.ts'

type PriceDialogProps = {
  /** The model that is edited; without it one is added. */
  row?: PriceRow
  tables: PriceTables
  onClose(): void
  onDone(name: string, prices: ModelPrices): void
}

/** What one model costs, entered as ratios or as prices. */
export function PriceDialog({ row, tables, onClose, onDone }: PriceDialogProps) {
  const t = useText('settings')
  const description = useMemo(
    () => priceEntries(row ? priceFormOf(row) : newPriceForm(), (name) => !row && isNamed(tables, name)),
    [row, tables],
  )
  const edit = useRecordForm(description, {
    text: t,
    save: async (values) => {
      const read = readPriceForm(asPriceForm(values), () => false)
      if (!read.ok) return
      if (row && isSame(row, read.prices)) return notify.info(t('nothingChanged'))
      onDone(read.name, read.prices)
      notify.info(`${t(row ? 'updateDone' : 'addDone')}\n${t('notSaved')}`)
      onClose()
    },
  })
  const form = asPriceForm(edit.form.watch())
  const change = (next: PriceForm) => {
    for (const name of priceNames) edit.form.setValue(name, next[name], { shouldDirty: true })
    edit.form.clearErrors()
  }
  const amountField = (field: Exclude<PriceField, 'name'>, label: string, unit: string, hint?: ReactNode) => (
    <RecordField
      edit={edit}
      name={field}
      label={unit === '' ? label : `${label} (${unit})`}
      hint={hint}
      required={field === 'price' || field === 'ratio' || field === 'input'}
    >
      {(parts) => <Input {...parts} inputMode="decimal" />}
    </RecordField>
  )
  return (
    <FormDialog
      size="md"
      onClose={onClose}
      title={row ? t('editModel', { model: row.name }) : t('addModel')}
      onSubmit={edit.form.handleSubmit(edit.submit)}
      dirty={edit.form.formState.isDirty}
      pending={edit.isPending}
      submitLabel={t(row ? 'apply' : 'addModel')}
    >
      <RecordField edit={edit} name="name" required>
        {(field) => <Input {...field} readOnly={row !== undefined} spellCheck={false} />}
      </RecordField>
      <PricingMode form={form} onChange={change} />
      {form.mode === 'request' && amountField('price', t('fieldPrice'), t('fieldPriceUnit'))}
      {form.mode === 'token' && (
        <>
          <Labelled label={t('entryMode')}>
            <RadioGroup
              label={t('entryMode')}
              value={form.entry}
              onChange={(entry) => change(withEntry(form, entry))}
              choices={[
                { value: 'ratio', label: t('entry.ratio') },
                { value: 'price', label: t('entry.price') },
              ]}
            />
          </Labelled>
          <div className="grid gap-4.5 sm:grid-cols-2">
            {form.entry === 'ratio' ? (
              <>
                {amountField('ratio', t('fieldRatio'), '')}
                {amountField(
                  'completionRatio',
                  t('fieldCompletion'),
                  '',
                  t('completionDefault', { ratio: typedNumber(defaultCompletionRatio(form.name.trim())) }),
                )}
              </>
            ) : (
              <>
                {amountField('input', t('fieldInput'), t('fieldMillionUnit'))}
                {amountField('output', t('fieldOutput'), t('fieldMillionUnit'))}
              </>
            )}
          </div>
          <KindFields
            form={form}
            hasFault={priceKinds.some((kind) => edit.form.formState.errors[kind] !== undefined)}
            field={amountField}
          />
          <p role="status" className="min-h-5 text-[13px] text-muted">
            <Meaning form={form} />
          </p>
        </>
      )}
    </FormDialog>
  )
}

function PricingMode({ form, onChange }: { form: PriceForm; onChange: (next: PriceForm) => void }) {
  const t = useText('settings')
  return (
    <Labelled label={t('pricingMode')}>
      <RadioGroup
        label={t('pricingMode')}
        value={form.mode}
        onChange={(mode) => onChange(withMode(form, mode))}
        choices={[
          { value: 'token', label: t('mode.token') },
          { value: 'request', label: t('mode.request') },
        ]}
      />
    </Labelled>
  )
}

/** A group of radio buttons names itself to screen readers; this is its name for the eye. */
function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden className="text-[13px] font-medium">
        {label}
      </span>
      {children}
    </div>
  )
}

/** The same prices said the other way. */
function Meaning({ form }: { form: PriceForm }) {
  const t = useText('settings')
  const format = useFormat()
  if (form.entry === 'price') {
    const { ratio, completionRatio } = ratiosOf(form)
    return ratio === '' ? null : t('meansRatios', { ratio, completion: completionRatio || '–' })
  }
  const assumed =
    form.completionRatio.trim() === '' ? String(defaultCompletionRatio(form.name.trim())) : form.completionRatio
  const { input, output } = pricesOf({ ...form, completionRatio: assumed })
  if (input === '' || output === '') return null
  return t('meansPrices', { input: format.price(Number(input)), output: format.price(Number(output)) })
}

const isSame = (row: PriceRow, { price, ratio, completionRatio, kinds }: Omit<PriceRow, 'name'>): boolean =>
  row.price === price &&
  row.ratio === ratio &&
  row.completionRatio === completionRatio &&
  priceKinds.every((kind) => row.kinds[kind] === kinds[kind])
