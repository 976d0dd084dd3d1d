import clsx from 'clsx'
import type { Column } from './column.ts'
import type { RowControls } from './data-table-parts.ts'
import { Skeleton } from './skeleton.tsx'

type LoadingRowsProps = {
  columns: readonly Pick<Column<never>, 'id' | 'label' | 'align' | 'card' | 'className'>[]
  has: RowControls
  count: number | undefined
  dense: boolean | undefined
}

/** Stands where the rows of a table will be, in its columns; on a phone where its cards will be. */
export function LoadingRows({ columns, has, count = 10, dense = false }: LoadingRowsProps) {
  const line = (height: string, widthOf: (column: LoadingRowsProps['columns'][number]) => string) => (
    <>
      {has.selection && <Skeleton className="size-4 shrink-0" />}
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
          <Skeleton className={clsx(height, 'max-w-full', widthOf(column))} />
        </div>
      ))}
      {has.menu && <Skeleton className="h-4 w-5 shrink-0" />}
    </>
  )
  return (
    <div className="overflow-hidden px-4">
      <div className="flex h-10 items-center gap-6 border-b">{line('h-3', () => 'w-12')}</div>
      {Array.from({ length: count }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: stand-ins have no identity
          key={index}
          className={clsx('flex items-center gap-6 border-b last:border-0', dense ? 'h-10' : 'h-13')}
        >
          {line('h-4', ({ card, align }) => (card === 'title' ? 'w-40' : align === 'right' ? 'w-12' : 'w-20'))}
        </div>
      ))}
    </div>
  )
}
