import clsx from 'clsx'
import { useId } from 'react'
import { fadingClass, useFadingRow } from './fading-row.ts'

type SegmentedProps<Value extends string> = {
  value: Value
  onChange(value: NoInfer<Value>): void
  label: string
  choices: readonly { value: NoInfer<Value>; label: string }[]
}

/** A few short choices in one control, for how the same thing is shown; where they have no room, it scrolls. */
export function Segmented<Value extends string>({ value, onChange, label, choices }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset
      ref={useFadingRow<HTMLFieldSetElement>(value)}
      className={clsx(
        'flex h-9 max-w-full min-w-0 overflow-x-auto rounded-lg border border-line-strong bg-card p-0.5 shadow-xs pointer-coarse:h-11',
        fadingClass,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="relative flex min-w-11 shrink-0 items-center justify-center rounded-md px-2.5 text-[13px] font-medium whitespace-nowrap text-muted transition-colors hover:text-fg has-checked:bg-brand-soft has-checked:text-brand-ink has-focus-visible:outline-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="absolute inset-0 appearance-none rounded-md outline-none"
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
