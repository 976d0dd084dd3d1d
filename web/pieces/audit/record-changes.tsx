import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type AuditAct, audit } from '#contract/audit.ts'
import { useText } from '../../lib/i18n.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { pageQueryOf } from '../../lib/query.ts'
import { isRoot, useUser } from '../../lib/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { CardSection } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Pager, useLastPage, usePartPage } from '../../ui/pager.tsx'
import { type TableColumn, TableFile } from '../../ui/table-file.tsx'
import { Time } from '../../ui/time.tsx'
import { actText, actTone, fieldNames } from './audit-acts.ts'
import { AuditDetails } from './audit-details.tsx'
import { AuditTargets } from './audit-targets.tsx'

const mostShown = 10

/** What was changed of something (`channel:7`), of those that may be known to whoever looks. */
export function RecordChanges({ target }: { target: string }) {
  const t = useText('audit')
  const changes = useChanges(target, usePartPage('changes'))
  const isEverybodys = isRoot(useUser())
  return (
    <CardSection
      title={t('changes')}
      aside={
        <div className="flex flex-wrap items-center gap-3">
          {isEverybodys && (
            <Link to="/audit" search={{ target }} className="text-[13px] text-brand-ink hover:underline">
              {t('allChanges')}
            </Link>
          )}
          <TableFile name="changes" columns={changes.columns} rows={changes.query.data?.items} />
        </div>
      }
    >
      <ChangesTable label={t('changes')} {...changes} />
    </CardSection>
  )
}

/** The same without a card of its own, below what it is about: `name` tells it apart from others on the page. */
export function ChangesBelow({ target, name }: { target: string; name: string }) {
  const t = useText('audit')
  return <ChangesTable label={`${t('changes')} ${name}`} {...useChanges(target, useState(1))} />
}

const useChanges = (target: string, [page, setPage]: readonly [number, (page: number) => void]) => {
  const query = usePageQuery(pageQueryOf(audit.ofRecord, { query: { target, p: page, page_size: mostShown } }))
  useLastPage({ page, size: mostShown, setPage }, query.isPlaceholderData ? undefined : query.data?.total)
  return { target, page, setPage, query, columns: useColumns() }
}

type ChangesTableProps = ReturnType<typeof useChanges> & { label: string }

function ChangesTable({ label, target, page, setPage, query, columns }: ChangesTableProps) {
  const t = useText('audit')
  const { items, total = 0 } = query.data ?? {}
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={items}
        rowId={({ id }) => String(id)}
        rowName={({ action, id }) => `${actText(action, t)} ${id}`}
        fetching={query.isFetching}
        error={query.error}
        onRetry={() => void query.refetch()}
        skeletonRows={3}
        dense
        details={(act) => (
          <>
            <AuditTargets act={act} of={target} />
            <AuditDetails act={act} />
          </>
        )}
        empty={<Empty kind="match" title={t('noChanges')} />}
      />
      {total > mostShown && <Pager className="mt-3" page={page} size={mostShown} total={total} onPage={setPage} />}
    </>
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
