import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type TokenOfUser, tokens } from '#contract/tokens.ts'
import { useText } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { usePageQuery } from '../../../lib/page-query.ts'
import { pageQueryOf } from '../../../lib/query.ts'
import { statusLook, TokenStatus } from '../../../pieces/tokens/token-status.tsx'
import { Boundary } from '../../../ui/boundary.tsx'
import { CardSection } from '../../../ui/card.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Quota } from '../../../ui/figures.tsx'
import { Pager, useLastPage, usePartPage } from '../../../ui/pager.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type TableColumn, TableFile } from '../../../ui/table-file.tsx'
import { Time } from '../../../ui/time.tsx'

const ChangesBelow = lazyPart(() => import('../../../pieces/audit/record-changes.tsx'), 'ChangesBelow')

const mostShown = 10

/**
 * The tokens that a user made, the last used first, each the way to its calls, and below it what was changed of it; nobody
 * but him sees their keys.
 */
export function UserTokens({ id }: { id: number }) {
  const t = useText('tokens')
  const [page, setPage] = usePartPage('tokens')
  const query = usePageQuery(
    pageQueryOf(tokens.listOfUser, { params: { id: `${id}` }, query: { p: page, page_size: mostShown } }),
  )
  useLastPage({ page, size: mostShown, setPage }, query.isPlaceholderData ? undefined : query.data?.total)
  const columns = useColumns()
  const { items, total = 0 } = query.data ?? {}
  return (
    <CardSection title={t('ofUser')} aside={<TableFile name="tokens" columns={columns} rows={items} />}>
      <DataTable
        label={t('ofUser')}
        columns={columns}
        rows={items}
        rowId={(token) => String(token.id)}
        rowName={({ name }) => name}
        fetching={query.isFetching}
        error={query.error}
        onRetry={() => void query.refetch()}
        skeletonRows={3}
        dense
        details={(token) => (
          <Boundary loading={<Skeleton className="h-24 w-full" />}>
            <ChangesBelow target={`token:${token.id}`} name={`#${token.id} ${token.name}`} />
          </Boundary>
        )}
        empty={<Empty kind="match" title={t('ofUserNone')} />}
      />
      {total > mostShown && <Pager className="mt-3" page={page} size={mostShown} total={total} onPage={setPage} />}
    </CardSection>
  )
}

const useColumns = (): readonly TableColumn<TokenOfUser>[] => {
  const t = useText('tokens')
  return useMemo(
    () => [
      {
        ...{ id: 'name', label: t('columnName'), card: 'title' },
        plain: ({ name }) => name,
        cell: (token) => <TokenCalls token={token} />,
      },
      {
        ...{ id: 'status', label: t('columnStatus') },
        plain: (token) => statusLook(token, t).label,
        cell: (token) => <TokenStatus token={token} />,
      },
      {
        ...{ id: 'used', label: t('ofUserSpent'), align: 'right' },
        plain: ({ used_quota: quota }) => ({ quota }),
        cell: (token) => <Quota value={token.used_quota} />,
      },
      {
        ...{ id: 'created', label: t('columnCreated') },
        plain: ({ created_time: seconds }) => ({ seconds }),
        cell: (token) => <Time seconds={token.created_time} />,
      },
      {
        ...{ id: 'seen', label: t('columnLastUsed') },
        plain: ({ accessed_time: seconds }) => ({ seconds }),
        cell: (token) => <Time seconds={token.accessed_time} />,
      },
    ],
    [t],
  )
}

/** What there is of another's token to look at: its page is its owner's. */
function TokenCalls({ token: { id, name } }: { token: TokenOfUser }) {
  return (
    <Link to="/log" search={{ token_id: `${id}` }} className="underline-offset-2 hover:underline">
      {name}
    </Link>
  )
}
