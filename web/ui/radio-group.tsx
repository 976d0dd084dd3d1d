import clsx from 'clsx'
import { useId } from 'react'

type RadioGroupProps<Value extends string> = {
  value: Value
  onChange(value: NoInfer<Value>): void
  label: string
  choices: readonly { value: NoInfer<Value>; label: string; hint?: string }[]
  /** Cards show the hint below each label; plain shows the choices in a row. */
  look?: 'cards' | 'plain'
  disabled?: boolean
}

/** One of a few choices, all visible. */
export function RadioGroup<Value extends string>({
  value,
  onChange,
  label,
  choices,
  ...props
}: RadioGroupProps<Value>) {
  const name = useId()
  const cards = props.look === 'cards'
  return (
    <fieldset className={clsx(cards ? 'grid gap-2' : 'flex flex-wrap gap-x-5 gap-y-2')} disabled={props.disabled}>
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={clsx(
            'flex gap-2.5',
            cards &&
              'rounded-lg border border-line-strong p-3 transition-colors hover:bg-hover has-checked:border-brand has-checked:bg-brand-soft/60',
          )}
        >
          <span className="flex h-5 items-center">
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="tick"
            />
          </span>
          <span>
            <span className={clsx(cards && 'font-medium')}>{choice.label}</span>
            {choice.hint && <span className="block text-[13px] text-muted">{choice.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
