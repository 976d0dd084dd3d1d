/**
 * Keeps retries to a share of the calls, so that a storm of failures cannot become a storm of retries. A few are
 * always there for quiet times.
 */
export type RetryBudget = {
  /** Each call adds its share. */
  earn: () => void
  /** Whether there is one left; takes it. */
  spend: () => boolean
}

const share = 0.2
const most = 20

export const createRetryBudget = (): RetryBudget => {
  let left = most
  return {
    earn: () => {
      left = Math.min(most, left + share)
    },
    spend: () => {
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
