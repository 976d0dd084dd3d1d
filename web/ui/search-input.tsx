import clsx from 'clsx'
import { Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { fieldClass } from './styles.ts'

type SearchInputProps = {
  value: string
  /** Called 250 ms after the last keystroke, and at once on Enter and on clearing. */
  onSearch(text: string): void
  /** What is wrong with the text, which is then not searched for. */
  faultOf?: (text: string) => string | undefined
  label: string
  /** A shorter one, where the box has no room for the label. */
  placeholder?: string | undefined
  className?: string
  id?: string
}

/** A search box that waits for the typing to pause: `<SearchInput value={search.keyword ?? ''} onSearch={...} label=... />` */
export function SearchInput({ value, onSearch, faultOf, label, placeholder, className, id }: SearchInputProps) {
  const t = useText()
  const [text, setText] = useState(value)
  const faultId = useId()
  const fault = text.trim() === '' ? undefined : faultOf?.(text.trim())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(value)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The address may change by itself (back button, cleared filters): then the box follows.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  const send = (next: string) => {
    clearTimeout(timer.current)
    const wanted = next.trim()
    if (wanted !== '' && faultOf?.(wanted) !== undefined) return
    sent.current = wanted
    onSearch(wanted)
  }
  const change = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(next), 250)
  }
  return (
    <div className={className}>
      <div className="relative">
        <Search className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" aria-hidden />
        <input
          id={id}
          type="search"
          value={text}
          placeholder={placeholder ?? label}
          title={placeholder && label}
          aria-label={label}
          aria-invalid={fault !== undefined}
          aria-describedby={fault && faultId}
          autoComplete="off"
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') send(text)
          }}
          className={clsx(fieldClass, 'pl-9 [&::-webkit-search-cancel-button]:hidden', text === '' ? 'pr-2' : 'pr-9')}
        />
        {text !== '' && (
          <button
            type="button"
            aria-label={t('clearNamed', { name: label })}
            onClick={() => {
              setText('')
              send('')
            }}
            className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-lg text-muted hover:text-fg"
          >
            <X className="size-3.5" />
          </button>
        )}
      </div>
      {fault && (
        <p id={faultId} role="alert" className="mt-1 text-xs text-bad">
          {fault}
        </p>
      )}
    </div>
  )
}
