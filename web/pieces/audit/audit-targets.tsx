import type { AuditAct } from '#contract/audit.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { RecordLink } from './record-link.tsx'
import { targetText } from './target-text.ts'

/** An act may concern hundreds: a row names so many of them. */
export const mostNamed = 2

/** What was touched, each by itself. */
export const partsOf = ({ action, target }: AuditAct): string[] =>
  // What many codes have in common is said in words with spaces between them.
  action.startsWith('redemption.') && !target.startsWith('redemption:') ? [target] : target.split(' ')

/** What was touched, in full; nothing where a row names all, or where it is all `of` one. */
export function AuditTargets({ act, of }: { act: AuditAct; of?: string }) {
  const t = useText('audit')
  const parts = partsOf(act)
  if (of === undefined ? parts.length <= mostNamed : act.target === of) return null
  return (
    <div className="grid gap-x-4 gap-y-1 pb-2.5 text-[13px] sm:grid-cols-[11rem_minmax(0,1fr)]">
      <span className="font-medium">{t('columnTarget')}</span>
      <span className="flex max-h-40 flex-wrap gap-x-2 overflow-auto text-xs leading-5 whitespace-normal">
        <Named act={act} parts={parts} />
      </span>
    </div>
  )
}

/** Each with the way to its own page where it has one. */
export function Named({ act: { target_names: names }, parts }: { act: AuditAct; parts: readonly string[] }) {
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
