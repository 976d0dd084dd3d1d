import { useMatches } from '@tanstack/react-router'
import { Skeleton } from '../ui/skeleton.tsx'

/** A heading, what narrows and the rows below it, down to the end of the window. */
const list = ['h-7 w-44', 'h-9 max-w-[420px]', 'h-dvh']
/** The narrow card of signing in and its neighbours. */
const card = ['mx-auto h-80 w-full max-w-[400px]']

/** While the code of a page is on its way, when that takes longer than a moment. */
export function PageLoading() {
  const isNarrow = useMatches({ select: (matches) => matches.at(-1)?.staticData.layout === 'plain' })
  return (
    <div aria-busy className="grid gap-4">
      {(isNarrow ? card : list).map((shape) => (
        <Skeleton key={shape} className={shape} />
      ))}
    </div>
  )
}
