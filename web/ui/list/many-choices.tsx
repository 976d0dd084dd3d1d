import { Combobox } from '../combobox.tsx'

type ManyChoicesProps = {
  label: string
  value: string | undefined
  /** No two are called the same. */
  choices: readonly { value: string; label: string }[]
  onChange(value: string | undefined): void
}

/** One of so many that it is found by typing. */
export function ManyChoices({ label, value, choices, onChange }: ManyChoicesProps) {
  const chosen = choices.find((choice) => choice.value === value)?.label ?? value
  return (
    <Combobox
      className="w-52 max-sm:flex-1"
      label={label}
      placeholder={label}
      value={chosen ?? null}
      choices={choices.map((choice) => choice.label)}
      onChange={(wanted) => onChange(choices.find((choice) => choice.label === wanted)?.value)}
    />
  )
}
