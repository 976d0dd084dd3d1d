import { useEffect, useState } from 'react'
import { queryClient } from './query.ts'

/** A page that asks without end, or whose answer does not come, holds nothing up for longer. */
const longestMilliseconds = 2000

/** Whether what the page asked for is here: what stands beside it comes after it, not along with it. */
export const usePageHere = (): boolean => {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (isHere) return
    // The page asks in an effect of the same drawing, and what it was answered is seen in the frame after the next.
    let frame = requestAnimationFrame(look)
    let task: ReturnType<typeof setTimeout> | undefined
    function look() {
      task = setTimeout(() => queryClient.isFetching() === 0 && setHere(true))
    }
    const lookAgain = () => {
      clearTimeout(task)
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    const forget = queryClient.getQueryCache().subscribe(lookAgain)
    const last = setTimeout(() => setHere(true), longestMilliseconds)
    return () => {
      forget()
      clearTimeout(task)
      cancelAnimationFrame(frame)
      clearTimeout(last)
    }
  }, [isHere])
  return isHere
}
