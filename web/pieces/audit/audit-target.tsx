import { Link } from '@tanstack/react-router'
import type { AuditAct } from '#contract/audit.ts'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { optionNameOf } from '../../lib/option-name.tsx'
import { mostNamed, Named, partsOf } from './audit-targets.tsx'
import { targetText } from './target-text.ts'

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
    .join(t('comma'))

/** What was touched, each with the way to its own page where it has one. */
export function AuditTarget({ act }: { act: AuditAct }) {
  const format = useFormat()
  const parts = partsOf(act)
  const rest = parts.length - mostNamed
  if (act.action.startsWith('option.')) return <OptionLink option={act.target} />
  return (
    <span className="flex flex-wrap gap-x-2 text-xs sm:flex-nowrap sm:*:min-w-0 sm:*:truncate">
      <Named act={act} parts={parts.slice(0, mostNamed)} />
      {rest > 0 && <span className="text-muted">+{format.number(rest)}</span>}
    </span>
  )
}

function OptionLink({ option }: { option: string }) {
  const name = useText('options')
  return (
    <Link to="/setting" search={{ keyword: option }} className="text-xs text-brand-ink hover:underline">
      {optionNameOf(option, name)}
    </Link>
  )
}
