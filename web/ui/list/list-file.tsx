import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useFormat } from '../../lib/format.ts'
import { type Area, useText, type WordKey } from '../../lib/i18n.ts'
import type { Filters } from '../../lib/list-filters.ts'
import { isParent } from '../../lib/list-rows.ts'
import { notify } from '../../lib/notify.ts'
import { saveFile } from '../../lib/save-file.ts'
import { IconButton } from '../icon-button.tsx'
import type { ListDefinition, ListedRow } from './list-definition.ts'
import type { OpenList } from './use-list.ts'

/** Each hundred of them is a call. */
const mostInFile = 10_000

type ListFileProps<Row, A extends Area, F extends Filters<WordKey<A>>, Tools> = {
  list: ListDefinition<Row, A, F, Tools>
  open: OpenList<Row, F>
  hidden: readonly string[]
}

/** The columns that are shown as a file: of the rows that are selected, or else of all that match. */
export function ListFile<Row extends ListedRow, A extends Area, F extends Filters<WordKey<A>>, Tools>(
  props: ListFileProps<Row, A, F, Tools>,
) {
  const { list, open, hidden } = props
  const t = useText('lists')
  const words = useText(list.area)
  const format = useFormat()
  const columns = list.columns.filter(
    ({ id, always, plain }) =>
      plain !== undefined && (always || !hidden.includes(id)) && open.columns.some((shown) => shown.id === id),
  )
  const isOfSelected = !open.selection.isEmpty
  const write = useMutation({
    mutationFn: async () => {
      const { csvFile, plainCell } = await import('../../lib/csv.ts')
      const found = isOfSelected ? await open.selectedRows() : await open.matchingRows(mostInFile)
      const parted = found.map(async (row) => (isParent(row) ? await open.rowsBelow(row) : [row]))
      const rows = (await Promise.all(parted)).flat()
      const head = columns.map(({ id }) => open.columns.find((shown) => shown.id === id)?.label ?? id)
      const lines = rows.map((row) =>
        columns.map(({ plain }) => plainCell(plain?.(row, words), format.quotaScale.unit)),
      )
      saveFile(csvFile([head, ...lines]), `${list.title}.csv`)
      return found.length
    },
    onSuccess: (count) => {
      const total = open.query.data?.total ?? 0
      if (!isOfSelected && count >= mostInFile && count < total)
        notify.warning(t('csvCut', { count: format.number(count), total: format.number(total) }))
    },
  })
  if (columns.length === 0) return null
  return (
    <IconButton
      label={t(isOfSelected ? 'exportSelected' : 'exportCsv')}
      tone="framed"
      icon={<Download />}
      disabled={write.isPending || open.query.data?.total === 0}
      onClick={() => write.mutate()}
    />
  )
}
