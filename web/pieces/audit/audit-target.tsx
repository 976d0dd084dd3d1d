import { Link } from '@tanstack/react-router'
import type { AuditAct } from '#contract/audit.ts'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { optionNameOf } from '../../lib/option-name.tsx'
import { RecordLink } from './record-link.tsx'
import { targetText } from './target-text.ts'

/** An act may concern hundreds: a row names so many of them. */
const mostNamed = 2

/** What was touched, each by itself. */
const partsOf = ({ action, target }: AuditAct): string[] =>
  // What many codes have in common is said in words with spaces between them.
  action.startsWith('redemption.') && !target.startsWith('redemption:') ? [target] : target.split(' ')

/** By which an act is told apart from others. */
export const firstTargets = (act: AuditAct, t: Text<'audit'>, format: Formats): string =>
  textOf(act, partsOf(act).slice(0, mostNamed), t, format)

/** All of what was touched, in one line. */
export const targetsText = (act: AuditAct, t: Text<'audit'>, format: Formats): string =>
  textOf(act, partsOf(act), t, format)

const textOf = ({ target_names: names }: AuditAct, parts: readonly string[], t: Text<'audit'>, format: Formats) =>
  parts
    .map((part) => {
      const name = names?.[part]
      return name === undefined ? targetText(part, t, format) : `#${part.slice(part.indexOf(':') + 1)} ${name}`
    })
    .join(', ')

/** What was touched, each with the way to its own page where it has one. */
export function AuditTarget({ act }: { act: AuditAct }) {
  const format = useFormat()
  const parts = partsOf(act)
  const rest = parts.length - mostNamed
  if (act.action.startsWith('option.')) return <OptionLink option={act.target} />
  return (
    <span className="flex flex-wrap gap-x-2 text-xs">
      <Named act={act} parts={parts.slice(0, mostNamed)} />
      {rest > 0 && <span className="text-muted">+{format.number(rest)}</span>}
    </span>
  )
}

/** The same in full; nothing where a row names all. */
export function AuditTargets({ act }: { act: AuditAct }) {
  const t = useText('audit')
  const parts = partsOf(act)
  if (parts.length <= mostNamed) return null
  return (
    <div className="grid gap-x-4 gap-y-1 pb-2.5 text-[13px] sm:grid-cols-[11rem_minmax(0,1fr)]">
      <span className="font-medium">{t('columnTarget')}</span>
      <span className="flex max-h-40 flex-wrap gap-x-2 overflow-auto text-xs leading-5 whitespace-normal">
        <Named act={act} parts={parts} />
      </span>
    </div>
  )
}

function Named({ act: { target_names: names }, parts }: { act: AuditAct; parts: readonly string[] }) {
  const t = useText('audit')
  const format = useFormat()
  return parts.map((part) => {
    const [, area, id] = /^(user|channel):([1-9]\d*)$/.exec(part) ?? []
    if (id !== undefined) {
      return <RecordLink key={part} area={area === 'user' ? 'user' : 'channel'} id={id} name={names?.[part]} />
    }
    const name = names?.[part]
    const text = name === undefined ? targetText(part, t, format) : `#${part.slice(part.indexOf(':') + 1)} ${name}`
    return (
      <span key={part} className="max-w-48 truncate" title={text}>
        {text}
      </span>
    )
  })
}

function OptionLink({ option }: { option: string }) {
  const name = useText('options')
  return (
    <Link to="/setting" search={{ keyword: option }} className="text-xs text-brand-ink hover:underline">
      {optionNameOf(option, name)}
    </Link>
  )
}
