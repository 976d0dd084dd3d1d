import { Skeleton } from '../ui/skeleton.tsx'

/** While the code of a page is on its way, when that takes longer than a moment. */
export function PageLoading() {
  return (
    <div aria-busy className="grid gap-4">
      <Skeleton className="h-7 w-44" />
      <Skeleton className="h-9 w-full max-w-[420px]" />
      <Skeleton className="h-72 w-full rounded-xl" />
    </div>
  )
}
