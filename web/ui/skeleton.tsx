import clsx from 'clsx'

/** A grey stand-in in the shape of what is loading: `<Skeleton className="h-7 w-40" />` */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-pulse rounded-md bg-line', className)} />
}

type SkeletonRowsProps = { height: number; rowHeight: number; count: number; className: string }

/** One in each of many rows, all one element: those below the first are its shadows. It pulses with what holds it. */
export function SkeletonRows({ height, rowHeight, count, className }: SkeletonRowsProps) {
  const below = Array.from({ length: count - 1 }, (_, row) => `0 ${(row + 1) * rowHeight}px var(--line)`)
  return (
    <div
      className={clsx('rounded-md bg-line', className)}
      style={{ height, marginTop: (rowHeight - height) / 2, boxShadow: below.join(',') }}
    />
  )
}
