import { useMemo } from 'react'
import type { AuditAct } from '#contract/audit.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/column.ts'
import { Time } from '../../ui/time.tsx'
import { actText, actTone, fieldChanges } from './audit-acts.ts'

export const useAuditColumns = (): Column<AuditAct>[] => {
  const t = useText('audit')
  return useMemo(() => auditColumns(t), [t])
}

const auditColumns = (t: Text<'audit'>): Column<AuditAct>[] => [
  {
    id: 'time',
    label: t('columnTime'),
    cell: (act) => <Time seconds={act.created_at} look="absolute" className="text-[13px]" />,
  },
  {
    id: 'actor',
    label: t('columnActor'),
    cell: ({ actor_name: name }) =>
      name === '' ? (
        <span className="text-muted">–</span>
      ) : (
        <span className="inline-flex max-w-40 items-center gap-2">
          <Avatar name={name} size={24} />
          <span className="truncate">{name}</span>
        </span>
      ),
  },
  {
    id: 'action',
    label: t('columnAction'),
    always: true,
    card: 'title',
    cell: (act) => <Badge tone={actTone(act.action)}>{actText(act.action, t)}</Badge>,
  },
  {
    id: 'target',
    label: t('columnTarget'),
    className: 'max-w-56',
    cell: ({ target }) => (
      <code className="block truncate text-xs" title={target}>
        {target}
      </code>
    ),
  },
  {
    id: 'fields',
    label: t('columnFields'),
    card: 'none',
    cell: (act) => (
      <span className="block max-w-80 truncate text-[13px] text-muted">
        {fieldChanges(act)
          .map(({ name }) => name)
          .join(', ')}
      </span>
    ),
  },
  {
    id: 'address',
    label: t('columnAddress'),
    cell: (act) => <code className="text-xs">{act.address}</code>,
  },
]
