import clsx from 'clsx'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { areaClass } from './styles.ts'

type JsonInputProps = {
  value: string
  onChange(text: string): void
  onBlur?: () => void
  id?: string
  rows?: number
  placeholder?: string
  disabled?: boolean
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
}

export const isJson = (text: string): boolean => {
  if (text.trim() === '') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * JSON text with its parse status below and a Format button. An error shows when the field is left, and goes away as
 * soon as the text is valid. Forms check `isJson` too, before they send.
 */
export function JsonInput({ value, onChange, onBlur, id, rows = 6, ...props }: JsonInputProps) {
  const t = useText('entries')
  const statusId = useId()
  const [left, setLeft] = useState(false)
  const valid = isJson(value)
  const empty = value.trim() === ''
  const wrong = left && !valid
  // A form that has its own sentence for it says it below.
  const saysWrong = wrong && props['aria-invalid'] !== true
  const described = [props['aria-describedby'], statusId].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1">
      <textarea
        {...props}
        id={id}
        rows={rows}
        spellCheck={false}
        value={value}
        aria-invalid={wrong || props['aria-invalid'] === true}
        aria-describedby={described}
        onChange={(event) => {
          onChange(event.target.value)
          if (isJson(event.target.value)) setLeft(false)
        }}
        onBlur={() => {
          setLeft(true)
          onBlur?.()
        }}
        className={clsx(areaClass, 'field-sizing-content max-h-100 min-h-24 resize-y font-mono text-[13px]')}
      />
      <div className="flex min-h-6 items-center justify-between gap-2 text-xs">
        <span
          id={statusId}
          role={saysWrong ? 'alert' : undefined}
          className={clsx('flex items-center gap-1', saysWrong ? 'text-bad' : 'text-muted')}
        >
          {saysWrong && <CircleAlert className="size-3.5" aria-hidden />}
          {valid && !empty && <CircleCheck className="size-3.5 text-ok" aria-hidden />}
          {saysWrong ? t('jsonInvalid') : empty ? t('jsonEmpty') : valid ? t('jsonValid') : '…'}
        </span>
        <button
          type="button"
          disabled={!valid || empty || props.disabled === true}
          onClick={() => onChange(JSON.stringify(JSON.parse(value), null, 2))}
          className="rounded px-1.5 py-0.5 font-medium text-brand-ink enabled:hover:bg-hover disabled:opacity-45"
        >
          {t('jsonFormat')}
        </button>
      </div>
    </div>
  )
}
