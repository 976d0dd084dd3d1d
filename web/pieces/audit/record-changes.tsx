import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type AuditAct, audit } from '#contract/audit.ts'
import { useText } from '../../lib/i18n.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery } from '../../lib/query.ts'
import { isRoot, useUser } from '../../lib/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { CardSection } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type TableColumn, TableFile } from '../../ui/table-file.tsx'
import { Time } from '../../ui/time.tsx'
import { actText, actTone, fieldNames } from './audit-acts.ts'
import { AuditDetails } from './audit-details.tsx'

const mostShown = 10

/** What administrators changed of something (`channel:7`), for the super admin. */
export function RecordChanges({ target }: { target: string }) {
  return isRoot(useUser()) && <Changes target={target} />
}

function Changes({ target }: { target: string }) {
  const t = useText('audit')
  const query = usePageQuery(endpointQuery(audit.list, { query: { target, page_size: mostShown } }))
  const columns = useColumns()
  return (
    <CardSection
      title={t('changes')}
      aside={
        <div className="flex flex-wrap items-center gap-3">
          <Link to="/audit" search={{ target }} className="text-[13px] text-brand-ink hover:underline">
            {t('allChanges')}
          </Link>
          <TableFile name="changes" columns={columns} rows={query.data?.items} />
        </div>
      }
    >
      <DataTable
        label={t('changes')}
        columns={columns}
        rows={query.data?.items}
        rowId={({ id }) => String(id)}
        rowName={({ action, id }) => `${actText(action, t)} ${id}`}
        fetching={query.isFetching}
        error={query.error}
        onRetry={() => void query.refetch()}
        skeletonRows={3}
        dense
        details={(act) => <AuditDetails act={act} />}
        empty={<Empty kind="match" title={t('noChanges')} />}
      />
    </CardSection>
  )
}

const useColumns = (): readonly TableColumn<AuditAct>[] => {
  const t = useText('audit')
  return useMemo(
    () => [
      {
        ...{ id: 'time', label: t('columnTime') },
        plain: ({ created_at: seconds }) => ({ seconds }),
        cell: (act) => <Time seconds={act.created_at} look="absolute" className="text-[13px]" />,
      },
      {
        ...{ id: 'actor', label: t('columnActor') },
        plain: ({ actor_name: name }) => name,
        cell: ({ actor_name: name }) => name || '–',
      },
      {
        ...{ id: 'action', label: t('columnAction'), card: 'title' },
        plain: ({ action }) => actText(action, t),
        cell: ({ action }) => <Badge tone={actTone(action)}>{actText(action, t)}</Badge>,
      },
      {
        ...{ id: 'fields', label: t('columnFields'), card: 'none' },
        plain: (act) => fieldNames(act, t),
        cell: (act) => <span className="block max-w-80 truncate text-[13px] text-muted">{fieldNames(act, t)}</span>,
      },
    ],
    [t],
  )
}
