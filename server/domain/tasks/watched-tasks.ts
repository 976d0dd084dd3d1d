import { type Clock, nowSeconds } from '../../lib/clock.ts'

/** Tasks that somebody sees just now, in the memory of the node that shows them: it looks at these itself. */
export type WatchedTasks = {
  add: (ids: readonly number[]) => void
  /** Those it is time to look at again, other than those that are looked at anyway. */
  takeDue: (others: readonly { id: number }[]) => number[]
}

/** Whoever sees it asks again before that. */
const seenForSeconds = 15
/** A round later it is shown. */
const betweenLooksSeconds = 2

export const createWatchedTasks = (clock: Clock): WatchedTasks => {
  const watched = new Map<number, { until: number; nextLook: number }>()
  return {
    add: (ids) => {
      const now = nowSeconds(clock)
      for (const id of ids) watched.set(id, { nextLook: now, ...watched.get(id), until: now + seenForSeconds })
    },
    takeDue: (others) => {
      const now = nowSeconds(clock)
      const due: number[] = []
      const looked = new Set(others.map(({ id }) => id))
      for (const [id, task] of watched) {
        if (task.until < now) watched.delete(id)
        else if (looked.has(id) || task.nextLook <= now) {
          task.nextLook = now + betweenLooksSeconds
          if (!looked.has(id)) due.push(id)
        }
      }
      return due
    },
  }
}
