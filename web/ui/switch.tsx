import { Switch as Base } from '@base-ui/react/switch'

type SwitchProps = {
  checked: boolean
  onChange(checked: boolean): void
  id?: string
  label?: string
  disabled?: boolean
  'aria-describedby'?: string | undefined
}

/** On or off, taking effect by itself or with the form's save. */
export function Switch({ checked, onChange, id, label, disabled = false, ...props }: SwitchProps) {
  return (
    <Base.Root
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      aria-describedby={props['aria-describedby']}
      checked={checked}
      disabled={disabled}
      onCheckedChange={(next) => onChange(next)}
      className="relative flex h-5 w-9 shrink-0 rounded-full bg-muted/55 p-0.5 transition-colors before:absolute before:-inset-2 before:content-[''] data-checked:bg-brand data-disabled:opacity-55"
    >
      <Base.Thumb className="size-4 rounded-full bg-white shadow-sm transition-transform data-checked:translate-x-4" />
    </Base.Root>
  )
}
