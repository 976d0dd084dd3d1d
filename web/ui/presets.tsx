import { useFormat } from '../lib/format.ts'
import { useStatus } from '../lib/status.ts'
import { Button } from './button.tsx'

type PresetsProps<Value> = {
  label: string
  choices: readonly { id: string | number; label: string; value: Value }[]
  disabled?: boolean
  onPick(value: Value): void
}

/** Shortcuts below a field: one click fills it. */
export function Presets<Value>({ label, choices, disabled = false, onPick }: PresetsProps<Value>) {
  return (
    <fieldset aria-label={label} className="-mt-2.5 flex flex-wrap gap-1.5" disabled={disabled}>
      {choices.map((choice) => (
        <Button key={choice.id} size="sm" onClick={() => onPick(choice.value)}>
          {choice.label}
        </Button>
      ))}
    </fieldset>
  )
}

type MoneyPresetsProps = Omit<PresetsProps<number>, 'choices'> & { dollars: readonly number[] }

/** Round amounts, which are picked as quota. */
export function MoneyPresets({ dollars, ...props }: MoneyPresetsProps) {
  const format = useFormat()
  const { quota_per_unit } = useStatus()
  const choices = dollars.map((amount) => ({
    id: amount,
    label: format.money(amount, 0),
    value: amount * quota_per_unit,
  }))
  return <Presets {...props} choices={choices} />
}
