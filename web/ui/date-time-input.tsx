import { type ComponentProps, useState } from 'react'
import { localTimeText, secondsOfLocalTime } from '../lib/local-time.ts'
import { Input } from './input.tsx'

type DateTimeInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  /** Seconds; null while there is no date. */
  value: number | null
  onChange(seconds: number | null): void
}

/** A date and a time of day in the browser's own picker. */
export function DateTimeInput({ value, onChange, ...props }: DateTimeInputProps) {
  // The text as it was typed stays as long as it means the value.
  const [typed, setTyped] = useState('')
  const text = secondsOfLocalTime(typed) === value ? typed : localTimeText(value)
  return (
    <Input
      step={1}
      max="9999-12-31T23:59"
      {...props}
      type="datetime-local"
      value={text}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(secondsOfLocalTime(event.target.value))
      }}
    />
  )
}
