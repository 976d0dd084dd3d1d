import { ArrowUp, Radio } from 'lucide-react'
import { useText } from '../../lib/i18n.ts'
import type { Filters } from '../../lib/list-filters.ts'
import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import { pressedClass } from '../styles.ts'
import type { ListedRow } from './list-definition.ts'
import type { OpenList } from './use-list.ts'

type ListLiveProps<Row, F extends Filters> = { open: OpenList<Row, F> }

/** Tells of rows that have come: what is being read does not move until they are asked for. */
export function ListNews<Row extends ListedRow, F extends Filters>({ open }: ListLiveProps<Row, F>) {
  const t = useText('lists')
  const { state, query, newRows } = open
  return (
    <span role="status" className="empty:hidden">
      {state.isLive && state.page === 1 && newRows > 0 && (
        <Button variant="primary" onClick={() => query.refetch()}>
          <ArrowUp aria-hidden />
          {t('newRows', { count: newRows })}
        </Button>
      )}
    </span>
  )
}

/** Follows a list. */
export function ListLive<Row extends ListedRow, F extends Filters>({ open }: ListLiveProps<Row, F>) {
  const t = useText('lists')
  const { state } = open
  return (
    <IconButton
      label={t('live')}
      icon={<Radio aria-hidden />}
      tone="framed"
      aria-pressed={state.isLive}
      className={pressedClass}
      onClick={() => state.setLive(!state.isLive)}
    />
  )
}
