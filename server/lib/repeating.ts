/** Undefined stands for all there are. */
export type Ids = readonly number[] | undefined

type Parts = {
  work: (ids: Ids) => Promise<void> | void
  /** Whether nobody wants it done any more. */
  isOver: () => boolean
  /** Told of the first failure in a row. */
  failed: (error: unknown) => void
}

/** Work that has to be done in the end: what failed is tried again, with all that failed meanwhile, until it goes well. */
export const createRepeating = ({ work, isOver, failed }: Parts): ((ids: Ids) => Promise<void>) => {
  /** What failed and was not done since. */
  let due = new Set<number>()
  let isAllDue = false
  let timer: NodeJS.Timeout | undefined
  let pauseMs = shortestPauseMs

  const doAgain = async () => {
    timer = undefined
    if (isOver()) return
    const ids = isAllDue ? undefined : [...due]
    due = new Set()
    isAllDue = false
    await attempt(ids).catch(() => {})
  }

  const attempt = async (ids: Ids): Promise<void> => {
    try {
      await work(ids)
      if (timer === undefined) pauseMs = shortestPauseMs
    } catch (error) {
      if (pauseMs === shortestPauseMs && !isOver()) failed(error)
      if (ids === undefined) isAllDue = true
      else for (const id of ids) due.add(id)
      if (timer === undefined) {
        timer = setTimeout(doAgain, pauseMs).unref()
        pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      }
      throw error
    }
  }
  return attempt
}

const shortestPauseMs = 50
const longestPauseMs = 500
