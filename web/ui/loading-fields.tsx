import { Skeleton } from './skeleton.tsx'

/** Stands where the fields of a form will be: of each its name, what it is for, and what is filled in. */
export function LoadingFields({ count = 4 }: { count?: number }) {
  return (
    <div aria-hidden className="grid gap-5">
      {Array.from({ length: count }, (_, place) => `field ${place}`).map((field) => (
        <div key={field} className="grid gap-2">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-9 max-w-[460px]" />
          <Skeleton className="h-3 w-64 max-w-full" />
        </div>
      ))}
    </div>
  )
}
