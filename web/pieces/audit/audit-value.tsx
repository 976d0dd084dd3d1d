import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText, wordOf } from '../../lib/i18n.ts'
import { type FieldKind, stateWords } from './audit-fields.ts'

/** What a field held, said by its kind; what does not fit the kind is shown as it came. */
export function AuditValue({ kind, value }: { kind: FieldKind; value: unknown }) {
  const t = useText('audit')
  const format = useFormat()
  return said(kind, value, t, format) ?? <code className="text-xs leading-5">{plain(value, t)}</code>
}

const said = (kind: FieldKind, value: unknown, t: Text<'audit'>, format: Formats): ReactNode => {
  if (kind === 'text') return undefined
  if (kind === 'flag') return flagOf(value, t)
  if (typeof value !== 'number') return undefined
  switch (kind) {
    case 'money':
      return format.quota(value)
    case 'number':
      return format.number(value)
    case 'time':
      return value > 0 ? format.dateTime(value) : t('valueEmpty')
    case 'user':
    case 'channel':
      return value > 0 ? <RecordLink area={kind} id={`${value}`} /> : t('valueEmpty')
    default: {
      const word = Object.entries(stateWords[kind]).find(([state]) => Number(state) === value)?.[1]
      return word && wordOf(t, word)
    }
  }
}

const flagOf = (value: unknown, t: Text<'audit'>) => {
  if (value === true || value === 1) return t('flagYes')
  if (value === false || value === 0) return t('flagNo')
  return undefined
}

const plain = (value: unknown, t: Text<'audit'>): string => {
  if (value === '' || value === null) return t('valueEmpty')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** An act may concern hundreds: a row names so many of them. */
const mostNamed = 2

/** By which an act is told apart from others. */
export const firstTargets = (target: string): string => target.split(' ').slice(0, mostNamed).join(' ')

/** What was touched, each with the way to its own page where it has one. */
export function AuditTarget({ target }: { target: string }) {
  const format = useFormat()
  const parts = target.split(' ')
  const rest = parts.length - mostNamed
  return (
    <span className="flex flex-wrap gap-x-2 text-xs">
      <Named parts={parts.slice(0, mostNamed)} />
      {rest > 0 && <span className="text-muted">+{format.number(rest)}</span>}
    </span>
  )
}

/** The same in full; nothing where a row names all. */
export function AuditTargets({ target }: { target: string }) {
  const t = useText('audit')
  const parts = target.split(' ')
  if (parts.length <= mostNamed) return null
  return (
    <div className="grid gap-x-4 gap-y-1 pb-2.5 text-[13px] sm:grid-cols-[11rem_minmax(0,1fr)]">
      <span className="font-medium">{t('columnTarget')}</span>
      <span className="flex max-h-40 flex-wrap gap-x-2 overflow-auto text-xs leading-5 whitespace-normal">
        <Named parts={parts} />
      </span>
    </div>
  )
}

function Named({ parts }: { parts: readonly string[] }) {
  return parts.map((part) => {
    const [, area, id] = /^(user|channel):([1-9]\d*)$/.exec(part) ?? []
    if (id === undefined) {
      return (
        <code key={part} className="max-w-48 truncate" title={part}>
          {part}
        </code>
      )
    }
    return <RecordLink key={part} area={area === 'user' ? 'user' : 'channel'} id={id} />
  })
}

const pages = { user: '/user/$id', channel: '/channel/$id' } as const

function RecordLink({ area, id }: { area: keyof typeof pages; id: string }) {
  return (
    <Link to={pages[area]} params={{ id }} className="font-mono text-xs text-brand-ink hover:underline">
      {`${area}:${id}`}
    </Link>
  )
}
