import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import type { Known } from '../../lib/known.ts'
import type { Filters } from '../../lib/list-filters.ts'
import { isParent } from '../../lib/list-rows.ts'
import { notify } from '../../lib/notify.ts'
import { saveFile } from '../../lib/save-file.ts'
import { IconButton } from '../icon-button.tsx'
import type { ListedRow } from './list-definition.ts'
import type { OpenList } from './use-list.ts'

/** Of the filters whose choices the server knows. */
type Choices = Readonly<Record<string, Known<readonly { value: string; label: string }[]> | undefined>>

const labelsIn = (choices: Choices) => (filter: string, choice: string) => {
  const known = choices[filter]
  return known?.state === 'here' ? known.value.find(({ value }) => value === choice)?.label : undefined
}

/** Each hundred of them is a call. */
const mostInFile = 10_000

type ListFileProps<Row, F extends Filters> = {
  /** What the file is called. */
  name: string
  open: OpenList<Row, F>
  hidden: readonly string[]
  choices: Choices
}

/** The columns that are shown as a file: of the rows that are selected, or else of all that match. */
export function ListFile<Row extends ListedRow, F extends Filters>({
  name,
  open,
  hidden,
  choices,
}: ListFileProps<Row, F>) {
  const t = useText('lists')
  const format = useFormat()
  const columns = open.columns.flatMap(({ id, always, inFile }) => (always || !hidden.includes(id) ? inFile : []))
  const isOfSelected = !open.selection.isEmpty
  const write = useMutation({
    mutationFn: async () => {
      const { tableFile } = await import('../../lib/csv.ts')
      const found = isOfSelected ? await open.selectedRows() : await open.matchingRows(mostInFile)
      const parted = found.map(async (row) => (isParent(row) ? await open.rowsBelow(row) : [row]))
      const rows = (await Promise.all(parted)).flat()
      const words = { unit: format.quotaScale.unit, labelOf: labelsIn(choices) }
      saveFile(tableFile(columns, rows, words), `${name}.csv`)
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
