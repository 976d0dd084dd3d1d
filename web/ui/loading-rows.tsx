import clsx from 'clsx'
import type { ComponentProps } from 'react'
import type { Column } from './column.ts'
import type { RowControls } from './data-table-parts.ts'
import { SkeletonRows } from './skeleton.tsx'

type Rows = Pick<ComponentProps<typeof SkeletonRows>, 'height' | 'rowHeight' | 'count'>

type LoadingRowsProps = {
  columns: readonly Pick<Column<never>, 'id' | 'label' | 'align' | 'card' | 'className'>[]
  has: RowControls
  count: number | undefined
  dense: boolean | undefined
}

/**
 * Stands where the rows of a table will be, in its columns; on a phone where its cards will be, which reach below the window. A column is one element
 * whatever the number of rows: what is there for a moment must not hold up what comes.
 */
export function LoadingRows({ columns, has, count = 10, dense = false }: LoadingRowsProps) {
  const rowHeight = dense ? 40 : 52
  const line = (rows: Rows, widthOf: (column: LoadingRowsProps['columns'][number]) => string) => (
    <>
      {has.selection && <SkeletonRows {...rows} className="w-4 shrink-0" />}
      {columns.map((column) => (
        <div
          key={column.id}
          data-column={column.id}
          className={clsx(
            'min-w-0 flex-1',
            column.card === 'title' ? 'flex-2' : 'max-sm:hidden',
            column.align === 'right' && 'grid justify-items-end',
            column.className,
          )}
        >
          <SkeletonRows {...rows} className={clsx('max-w-full', widthOf(column))} />
        </div>
      ))}
      {has.menu && <SkeletonRows {...rows} className="w-5 shrink-0" />}
    </>
  )
  return (
    <div aria-hidden className="animate-pulse overflow-hidden px-4 max-sm:min-h-dvh">
      <div className="flex h-10 items-start gap-6">{line({ height: 12, rowHeight: 40, count: 1 }, () => 'w-12')}</div>
      <div
        className="flex items-start gap-6 bg-[linear-gradient(var(--line)_1px,transparent_1px)]"
        style={{ height: count * rowHeight, backgroundSize: `100% ${rowHeight}px` }}
      >
        {line({ height: 16, rowHeight, count }, ({ card, align }) =>
          card === 'title' ? 'w-40' : align === 'right' ? 'w-12' : 'w-20',
        )}
      </div>
    </div>
  )
}
