import { Link } from '@tanstack/react-router'
import { type AuditAct, audit } from '#contract/audit.ts'
import { useText } from '../../lib/i18n.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import { actText, actTone, fieldNames } from '../../pieces/audit/audit-acts.ts'
import { AuditDetails } from '../../pieces/audit/audit-details.tsx'
import { AuditTarget, firstTargets, targetsText } from '../../pieces/audit/audit-target.tsx'
import { AuditTargets } from '../../pieces/audit/audit-targets.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { Time } from '../../ui/time.tsx'
import { auditFilters } from './audit-search.ts'

export const auditList: ListDefinition<AuditAct, 'audit', typeof auditFilters, object> = {
  area: 'audit',
  title: 'audit',
  rows: pagesOf(audit.list),
  query: ({ area, ...filters }) => ({ ...filters, action: area === undefined ? '' : `${area}.` }),
  rowName: (act, t, format) => `${actText(act.action, t)} ${firstTargets(act, t, format)}`,
  filters: auditFilters,
  range: { usual: 'any' },
  live: 'told',
  columns: [
    {
      ...{ id: 'time', label: 'columnTime' },
      plain: ({ created_at }) => ({ seconds: created_at }),
      cell: (act) => <Time seconds={act.created_at} look="absolute" className="text-[13px]" />,
    },
    {
      ...{ id: 'actor', label: 'columnActor' },
      plain: ({ actor_name }) => actor_name,
      filterBy: ({ actor_name }) => ({ actor: actor_name }),
      cell: (act) => <Actor act={act} />,
    },
    {
      ...{ id: 'action', label: 'columnAction', always: true, card: 'title' },
      plain: ({ action }, t) => actText(action, t),
      filterBy: ({ action }) => ({ area: action.split('.', 1) }),
      cell: (act) => <Act act={act} />,
    },
    {
      ...{ id: 'target', label: 'columnTarget', className: 'max-w-56' },
      plain: (act, t, format) => targetsText(act, t, format),
      filterBy: ({ target }) => ({ target }),
      cell: (act) => <AuditTarget act={act} />,
    },
    {
      ...{ id: 'fields', label: 'columnFields', card: 'none' },
      plain: (act, t) => fieldNames(act, t),
      cell: (act) => <ActFields act={act} />,
    },
    {
      id: 'address',
      label: 'columnAddress',
      plain: ({ address }) => address,
      cell: ({ address }) => <code className="text-xs">{address}</code>,
    },
  ],
  actions: {},
  peek: {
    draw: (act, columnsBut) => (
      <>
        {columnsBut('fields')}
        <Whole act={act} />
      </>
    ),
    wide: true,
  },
  details: (act) => <Whole act={act} />,
  dense: true,
}

function Whole({ act }: { act: AuditAct }) {
  return (
    <>
      <AuditTargets act={act} />
      <AuditDetails act={act} />
    </>
  )
}

function Act({ act: { action } }: { act: AuditAct }) {
  const t = useText('audit')
  return <Badge tone={actTone(action)}>{actText(action, t)}</Badge>
}

function ActFields({ act }: { act: AuditAct }) {
  const t = useText('audit')
  return <span className="block max-w-80 truncate text-[13px] text-muted">{fieldNames(act, t)}</span>
}

function Actor({ act: { actor_id: id, actor_name: name } }: { act: AuditAct }) {
  if (name === '') return <span className="text-muted">–</span>
  return (
    <span className="inline-flex max-w-40 items-center gap-2">
      <Avatar name={name} size={24} />
      {id > 0 ? (
        <Link to="/user/$id" params={{ id: String(id) }} className="truncate hover:underline">
          {name}
        </Link>
      ) : (
        <span className="truncate">{name}</span>
      )}
    </span>
  )
}
