import { useText } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/field.tsx'

type SliderFieldProps = {
  label: string
  hint?: string | undefined
  /** Null leaves it to the model. */
  value: number | null
  minimum: number
  maximum: number
  step: number
  disabled?: boolean
  onChange(value: number | null): void
}

/** A number that most models have a default for: it is only sent once it was moved. */
export function SliderField({ label, hint, value, minimum, maximum, step, disabled, onChange }: SliderFieldProps) {
  const t = useText('playground')
  return (
    <Field
      label={label}
      hint={hint}
      aside={
        value === null ? (
          <span className="text-xs text-muted">{t('modelDefault')}</span>
        ) : (
          <button
            type="button"
            aria-label={t('useDefault', { name: label })}
            title={t('useDefault', { name: label })}
            onClick={() => onChange(null)}
            className="min-h-6 rounded px-1 text-xs text-brand-ink hover:bg-hover"
          >
            {value}
          </button>
        )
      }
    >
      {(control) => (
        <input
          {...control}
          type="range"
          min={minimum}
          max={maximum}
          disabled={disabled}
          step={step}
          value={value ?? (minimum + maximum) / 2}
          aria-valuetext={value === null ? t('modelDefault') : String(value)}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className="h-6 w-full accent-(--brand) data-unset:accent-(--muted) data-unset:opacity-60"
          data-unset={value === null || undefined}
        />
      )}
    </Field>
  )
}
