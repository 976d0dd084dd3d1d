import clsx from 'clsx'
import { Check, Copy as CopyIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { copyText } from '../lib/clipboard.ts'
import { useText } from '../lib/i18n.ts'

type CopyProps = {
  text: string
  /** What is copied, for the button's name: "Copy API key". Without it: "Copy". */
  label?: string
  /** With children the text itself is the button. */
  children?: ReactNode
  className?: string
}

/** Copies on click and shows a check for a moment; a dialog helps where the browser forbids copying. */
export function Copy({ text, label, children, className }: CopyProps) {
  const t = useText()
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 1500)
    return () => clearTimeout(timer)
  }, [done])
  const Icon = done ? Check : CopyIcon
  const name = label ?? t('copy')
  return (
    <button
      type="button"
      title={name}
      aria-label={children === undefined ? name : undefined}
      onClick={async (event) => {
        event.stopPropagation()
        setDone(await copyText(text))
      }}
      className={clsx(
        'inline-flex min-h-6 min-w-6 items-center justify-center gap-1.5 rounded-md transition-colors hover:bg-hover',
        children !== undefined && '-mx-1 px-1 text-left',
        className ?? (children !== undefined && 'max-w-[calc(100%+0.5rem)]'),
      )}
    >
      {children !== undefined && <span className="truncate">{children}</span>}
      <Icon className={clsx('size-3.5 shrink-0', done ? 'text-ok' : 'text-muted')} aria-hidden />
      <span role="status" className="sr-only">
        {done ? t('copiedText', { text: shortened(text) }) : ''}
      </span>
    </button>
  )
}

const longestSaid = 60

/** Enough to tell what it was. */
const shortened = (text: string): string => {
  const [first = ''] = text.trim().split('\n', 1)
  return first.length < text.trim().length || first.length > longestSaid ? `${first.slice(0, longestSaid)}…` : first
}
