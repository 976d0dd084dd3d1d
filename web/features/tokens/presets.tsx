import { Button } from '../../ui/button.tsx'

type PresetsProps<Value> = {
  label: string
  choices: readonly { label: string; value: Value }[]
  disabled?: boolean
  onPick(value: Value): void
}

/** Shortcuts below a field: one click fills it. */
export function Presets<Value>({ label, choices, disabled = false, onPick }: PresetsProps<Value>) {
  return (
    <fieldset aria-label={label} className="-mt-2.5 flex flex-wrap gap-1.5" disabled={disabled}>
      {choices.map((choice) => (
        <Button key={choice.label} size="sm" onClick={() => onPick(choice.value)}>
          {choice.label}
        </Button>
      ))}
    </fieldset>
  )
}
