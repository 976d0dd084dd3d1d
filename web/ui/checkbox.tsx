import clsx from 'clsx'
import type { ReactNode } from 'react'

type CheckboxProps = {
  checked: boolean
  onChange(checked: boolean): void
  /** Visible text beside the box; without it give `label`. */
  children?: ReactNode
  label?: string
  indeterminate?: boolean
  disabled?: boolean
  id?: string
  onBlur?: () => void
  'aria-describedby'?: string | undefined
}

/** A native checkbox: cheap enough for every row of a table. */
export function Checkbox({ checked, onChange, children, label, indeterminate = false, ...props }: CheckboxProps) {
  const box = (
    <input
      {...props}
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(element) => {
        if (element) element.indeterminate = indeterminate
      }}
      onChange={(event) => onChange(event.target.checked)}
      className="tick"
    />
  )
  if (children === undefined) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box above is inside
    <label className={clsx('inline-flex items-start gap-2.5 pointer-coarse:min-h-9', props.disabled && 'opacity-60')}>
      <span className="flex h-5 items-center">{box}</span>
      <span className="min-w-0">{children}</span>
    </label>
  )
}
