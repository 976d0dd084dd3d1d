import { NumberField } from '@base-ui/react/number-field'
import clsx from 'clsx'
import { Minus, Plus } from 'lucide-react'
import type { Ref } from 'react'
import { useText } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { ofField } from './label-id.ts'
import { groupClass } from './styles.ts'

export type NumberInputProps = {
  value: number | null
  onChange(value: number | null): void
  onBlur?: () => void
  id?: string
  minimum?: number
  maximum?: number
  step?: number
  /** Steps lead from one multiple of the step to the next. */
  round?: boolean
  /** Digits after the point that are kept; 0 makes it an integer. */
  decimals?: number
  placeholder?: string
  disabled?: boolean
  /** A unit after the number, such as `min` or `$`. */
  unit?: string
  label?: string
  inputRef?: Ref<HTMLInputElement>
  'aria-invalid'?: boolean
  'aria-required'?: boolean
  'aria-describedby'?: string | undefined
}

/** A number with minus and plus; arrow keys step, typing is free, the limits apply when the field is left, and say so. */
export function NumberInput({
  value,
  onChange,
  id,
  minimum,
  maximum,
  step = 1,
  round = false,
  decimals = 6,
  ...props
}: NumberInputProps) {
  const t = useText()
  return (
    <NumberField.Root
      {...(id === undefined ? {} : { id })}
      value={value}
      onValueChange={onChange}
      {...(minimum === undefined ? {} : { min: minimum })}
      {...(maximum === undefined ? {} : { max: maximum })}
      step={step}
      snapOnStep={round}
      disabled={props.disabled ?? false}
      format={{ maximumFractionDigits: decimals, useGrouping: false }}
      locale="en-US"
    >
      <NumberField.Group className={clsx(groupClass, 'flex h-9 pointer-coarse:h-11')}>
        <NumberField.Input
          ref={props.inputRef}
          placeholder={props.placeholder}
          // Else it says what it is in English: it is a field, and its label tells of what.
          aria-roledescription={undefined}
          aria-label={props.label}
          aria-invalid={props['aria-invalid']}
          aria-required={props['aria-required']}
          aria-describedby={props['aria-describedby']}
          onBlur={({ currentTarget }) => {
            const typed = Number(currentTarget.value)
            if (maximum !== undefined && typed > maximum) notify.info(t('numberMost', { number: String(maximum) }))
            if (minimum !== undefined && currentTarget.value.trim() !== '' && typed < minimum)
              notify.info(t('numberLeast', { number: String(minimum) }))
            props.onBlur?.()
          }}
          className="min-w-0 flex-1 rounded-l-lg bg-transparent px-3 outline-none placeholder:text-muted pointer-coarse:text-base"
        />
        {props.unit && <span className="self-center pr-2 text-xs text-muted">{props.unit}</span>}
        <NumberField.Decrement aria-label={t('decrease')} {...ofField(id)} className={stepClass}>
          <Minus className="size-3.5" />
        </NumberField.Decrement>
        <NumberField.Increment aria-label={t('increase')} {...ofField(id)} className={clsx(stepClass, 'rounded-r-lg')}>
          <Plus className="size-3.5" />
        </NumberField.Increment>
      </NumberField.Group>
    </NumberField.Root>
  )
}

const stepClass =
  'grid w-8 place-items-center border-l text-muted transition-colors hover:bg-hover hover:text-fg data-disabled:opacity-45'
