import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { logTypes } from '#contract/log-types.ts'
import { type Log, logs } from '#contract/logs.ts'
import { useLanguage, useText } from '../../lib/i18n.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery } from '../../lib/query.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { CardSection } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { type TableColumn, TableFile } from '../../ui/table-file.tsx'
import { Time } from '../../ui/time.tsx'
import { isCall, LogCost, LogModel, LogOutcome } from './log-cells.tsx'
import { otherOf } from './log-other.ts'

/** Whose calls: as the log is narrowed. */
type LogRowsProps = { of: { channel?: number; token_id?: number; username?: string } }

const mostShown = 10
const kinds = { answered: `${logTypes.consume}`, failed: `${logTypes.failed}` } as const

/** The latest calls of something, those that were answered or those that were not, and the way to all of them. */
export function LogRows({ of }: LogRowsProps) {
  const t = useText('logs')
  const [kind, setKind] = useState<keyof typeof kinds>('answered')
  const type = kinds[kind]
  const endpoint = isAdmin(useUser()) ? logs.list : logs.listSelf
  const asked = endpointQuery(endpoint, { query: { ...of, type, page_size: mostShown } })
  // What the server says in a row comes in the reader's language.
  const query = usePageQuery({ ...asked, queryKey: [...asked.queryKey, useLanguage()] })
  const columns = useColumns(of.channel !== undefined)
  return (
    <CardSection
      title={t('lastCalls')}
      aside={
        <div className="flex flex-wrap items-center gap-3">
          <Link to="/log" search={{ ...of, type }} className="text-[13px] text-brand-ink hover:underline">
            {t('allCalls')}
          </Link>
          <Segmented
            label={t('lastCalls')}
            value={kind}
            choices={[
              { value: 'answered', label: t('callsAnswered') },
              { value: 'failed', label: t('typeFailed') },
            ]}
            onChange={setKind}
          />
          <TableFile name="calls" columns={columns} rows={query.data?.items} />
        </div>
      }
    >
      <DataTable
        label={t('lastCalls')}
        columns={columns}
        rows={query.data?.items}
        rowId={({ id }) => String(id)}
        rowName={({ id, model_name }) => model_name || String(id)}
        fetching={query.isFetching}
        error={query.error}
        onRetry={() => void query.refetch()}
        skeletonRows={3}
        dense
        empty={<Empty kind="match" title={t(kind === 'failed' ? 'noCallsFailed' : 'noCallsYet')} />}
      />
    </CardSection>
  )
}

/** Whose a call is tells nothing where all of them are of one user. */
const useColumns = (isOfMany: boolean): readonly TableColumn<Log>[] => {
  const t = useText('logs')
  return useMemo(
    () => [
      {
        ...{ id: 'time', label: t('columnTime') },
        plain: ({ created_at: seconds }) => ({ seconds }),
        cell: (row) => <LogTime row={row} />,
      },
      {
        ...{ id: 'model', label: t('columnModel'), card: 'title' },
        plain: ({ model_name: name }) => name,
        cell: (row) => <LogModel row={row} />,
      },
      ...(isOfMany ? [{ id: 'user', label: t('columnUser'), plain: userOf, cell: userOf }] : []),
      {
        ...{ id: 'outcome', label: t('columnTiming') },
        plain: (row) => (isCall(row) ? row.use_time : otherOf(row).failure?.status),
        cell: (row) => <LogOutcome row={row} />,
      },
      {
        ...{ id: 'cost', label: t('columnCost'), align: 'right' },
        plain: ({ quota }) => ({ quota }),
        cell: (row) => <LogCost row={row} />,
      },
    ],
    [t, isOfMany],
  )
}

const userOf = ({ username }: Log) => username

/** Leads to the entry in the log. */
function LogTime({ row: { created_at: seconds, request_id: id } }: { row: Log }) {
  const time = <Time seconds={seconds} look="absolute" className="text-[13px]" />
  if (id === null) return time
  return (
    <Link to="/log" search={{ request_id: id }} className="hover:underline">
      {time}
    </Link>
  )
}
