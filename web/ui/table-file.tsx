import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { PlainValue } from '../lib/csv.ts'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { saveFile } from '../lib/save-file.ts'
import type { Column } from './column.ts'
import { IconButton } from './icon-button.tsx'

/** A column of a table that is no list, which can be written as a file: what it has no `plain` of is in none. */
export type TableColumn<Row> = Column<Row> & { plain?: (row: Row) => PlainValue }

type TableFileProps<Row> = {
  /** What the file is called. */
  name: string
  columns: readonly Pick<TableColumn<Row>, 'label' | 'plain'>[]
  /** Undefined until they have come. */
  rows: readonly Row[] | undefined
  /** Beside buttons. */
  tone?: ComponentProps<typeof IconButton>['tone']
}

/** A table that is no list as a file, in the words and units of those of lists. */
export function TableFile<Row>({ name, columns, rows, tone = 'plain' }: TableFileProps<Row>) {
  const t = useText('lists')
  const { quotaScale } = useFormat()
  const write = useMutation({
    mutationFn: async (rows: readonly Row[]) => {
      const { tableFile } = await import('../lib/csv.ts')
      const written = columns.flatMap(({ label, plain }) => (plain ? { label, plain } : []))
      saveFile(tableFile(written, rows, { unit: quotaScale.unit, labelOf: () => undefined }), `${name}.csv`)
    },
  })
  return (
    <IconButton
      className="print:hidden"
      tone={tone}
      label={t('exportCsv')}
      icon={<Download />}
      disabled={write.isPending || rows === undefined || rows.length === 0}
      onClick={() => rows && write.mutate(rows)}
    />
  )
}
