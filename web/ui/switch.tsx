type SwitchProps = {
  checked: boolean
  onChange(checked: boolean): void
  id?: string
  label?: string
  disabled?: boolean
  'aria-describedby'?: string | undefined
}

/** On or off, taking effect by itself or with the form's save. A native one: a page of settings has dozens. */
export function Switch({ checked, onChange, label, ...props }: SwitchProps) {
  return (
    <input
      {...props}
      type="checkbox"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // It is turned like a button, and sends no form.
        event.preventDefault()
        onChange(!checked)
      }}
      className="relative h-5 w-9 shrink-0 appearance-none rounded-full bg-muted/55 p-0.5 transition-colors before:absolute before:-inset-2 before:content-[''] after:block after:size-4 after:rounded-full after:bg-white after:shadow-sm after:transition-transform after:content-[''] checked:bg-brand checked:after:translate-x-4 disabled:opacity-55"
    />
  )
}
