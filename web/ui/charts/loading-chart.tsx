import { Skeleton } from '../skeleton.tsx'

/** Where a drawing, what it adds up to and the names of its series will be. */
export function LoadingChart() {
  return (
    <div aria-hidden className="grid gap-4">
      <Skeleton className="h-61.5" />
      <div className="flex h-7 items-center justify-between gap-2 pointer-coarse:h-9">
        <Skeleton className="h-3.5 w-32" />
        <Skeleton className="h-full w-40" />
      </div>
      <div className="flex h-5 items-center">
        <Skeleton className="h-3.5 w-60 max-w-full" />
      </div>
    </div>
  )
}
