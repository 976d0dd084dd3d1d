import clsx from 'clsx'

/** A grey stand-in in the shape of what is loading: `<Skeleton className="h-7 w-40" />` */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-pulse rounded-md bg-line', className)} />
}
