import { useText } from '../../lib/i18n.ts'
import type { Filters } from '../../lib/list-filters.ts'
import { isParent, mostMatching } from '../../lib/list-rows.ts'
import { Button } from '../button.tsx'
import { useCommands } from '../use-commands.ts'
import type { ListedRow } from './list-definition.ts'
import type { OpenList } from './use-list.ts'

/** What can be done with all that is selected, and how to select all that match. */
export function ListBulk<Row extends ListedRow, F extends Filters>({ open }: { open: OpenList<Row, F> }) {
  const t = useText('lists')
  const { query, selection, actions } = open
  const rows = query.data?.items ?? []
  const total = query.data?.total ?? 0
  const isWholePage = rows.length > 0 && rows.every(selection.has)
  // Of rows that stand for several nobody knows how many match.
  const isCounted = !rows.some(isParent)
  const isMatching = selection.chosen.of === 'matching'
  const offers = actions.ofMany(open.selectedRows, selection.keep)
  useCommands(offers, t('pageSelected', { count: selection.count(total) }))
  return (
    <>
      {isWholePage && isCounted && !isMatching && total > rows.length && total <= mostMatching && (
        <Button size="sm" variant="link" onClick={selection.chooseMatching}>
          {t('selectMatching', { count: total })}
        </Button>
      )}
      {offers.map(({ id, label, icon: Icon, danger, run }) => (
        <Button
          key={id}
          size="sm"
          {...(danger ? { variant: 'danger' as const } : {})}
          disabled={actions.isBusy}
          onClick={run}
        >
          <Icon aria-hidden />
          {label}
        </Button>
      ))}
    </>
  )
}
