import { X } from 'lucide-react'
import { type Formats, useFormat } from '../../../lib/format.ts'
import { type Text, useText } from '../../../lib/i18n.ts'
import type { Known } from '../../../lib/known.ts'
import { ChoicesNote } from '../../../ui/choices-note.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Mark } from '../../../ui/mark.tsx'
import type { PayableModel } from '../payment.ts'

type ModelFieldProps = {
  label: string
  model: string
  models: Known<readonly PayableModel[]>
  onChange(model: string): void
  /** Where there are others. */
  onRemove: (() => void) | undefined
}

/** Which model answers, and what it costs whoever pays. */
export function ModelField({ label, model, models, onChange, onRemove }: ModelFieldProps) {
  const t = useText('playground')
  const format = useFormat()
  const known = models.state === 'here' ? models.value : []
  const chosen = known.find(({ name }) => name === model)
  const marks = new Map(known.map(({ name, mark }) => [name, mark]))
  const isMissing = models.state === 'here' && chosen === undefined && model !== ''
  const isNone = models.state === 'here' && known.length === 0
  return (
    <Field
      label={label}
      hint={chosen && priceText(chosen, t, format)}
      error={isNone ? t('noModels') : isMissing ? t('modelUnavailable') : undefined}
      aside={
        onRemove && (
          <IconButton
            label={t('removeModel', { name: model || label })}
            icon={<X />}
            className="size-6"
            onClick={onRemove}
          />
        )
      }
    >
      {(control) => (
        <div>
          <Combobox
            {...control}
            label={label}
            value={model === '' ? null : model}
            choices={known.map(({ name }) => name)}
            placeholder={models.state === 'loading' ? t('loading') : t('choose')}
            markOf={(name) => <Mark mark={marks.get(name) ?? ''} label={name} size={20} />}
            onChange={(name) => onChange(name ?? '')}
          />
          <ChoicesNote choices={models} />
        </div>
      )}
    </Field>
  )
}

const priceText = ({ price }: PayableModel, t: Text<'playground'>, format: Formats): string =>
  price.kind === 'call'
    ? t('modelPriceCall', { amount: format.price(price.call) })
    : t('modelPrice', { input: format.price(price.input), output: format.price(price.output) })
