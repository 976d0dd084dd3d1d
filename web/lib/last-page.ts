import { useEffect } from 'react'

type ShownPage = { page: number; size: number; setPage(page: number, replace: true): void }

/** A page behind the end goes to the last one: its rows went away, or a link is old. Whether it is one is answered. */
export const useLastPage = ({ page, size, setPage }: ShownPage, total: number | undefined): boolean => {
  const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / size))
  const isPastEnd = last !== undefined && page > last
  useEffect(() => {
    if (isPastEnd) setPage(last, true)
  }, [isPastEnd, last, setPage])
  return isPastEnd
}
