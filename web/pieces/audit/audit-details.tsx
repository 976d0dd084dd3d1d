import type { AuditAct } from '#contract/audit.ts'
import { useText } from '../../lib/i18n.ts'
import { fieldChanges, fieldName } from './audit-acts.ts'
import { type FieldKind, fieldOf } from './audit-fields.ts'
import { AuditValue } from './audit-value.tsx'

/** What unfolds below an act: each field as it was and as it became. */
export function AuditDetails({ act }: { act: AuditAct }) {
  const t = useText('audit')
  const changes = fieldChanges(act)
  if (changes.length === 0) return <p className="text-[13px] text-muted">{t('detailsNone')}</p>
  return (
    <dl className="grid gap-2.5 py-1 text-[13px] whitespace-normal">
      {changes.map(({ name, before, after }) => (
        <div key={name} className="grid gap-x-4 gap-y-1 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="font-medium break-words">{fieldName(act.action, name, t)}</dt>
          <dd className="grid min-w-0 gap-1">
            {before !== undefined && (
              <Value label={t('before')} act={act} name={name} value={before} className="text-bad" mark="−" />
            )}
            {after !== undefined && (
              <Value label={t('after')} act={act} name={name} value={after} className="text-ok" mark="+" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const kindOf = ({ action }: AuditAct, name: string): FieldKind => fieldOf(action, name)?.kind ?? 'text'

type ValueProps = { label: string; act: AuditAct; name: string; value: unknown; className: string; mark: string }

function Value({ label, act, name, value, className, mark }: ValueProps) {
  return (
    <span className="flex min-w-0 gap-2">
      <span className={`${className} w-3 shrink-0 font-mono`} aria-hidden>
        {mark}
      </span>
      <span className="sr-only">{label}: </span>
      <span className="max-h-40 min-w-0 overflow-auto break-all whitespace-pre-wrap">
        <AuditValue kind={kindOf(act, name)} value={value} option={act.target} names={act.target_names} />
      </span>
    </span>
  )
}
