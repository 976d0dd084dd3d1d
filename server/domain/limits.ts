import { ApplicationError } from '#contract/errors.ts'
import type { SlidingWindow } from '../lib/sliding-window.ts'

/** How often things may be tried. */
export type Limits = {
  /** Counts a call that checks a secret or sends a message; throws `too_many_requests`. */
  critical: (address: string) => Promise<void>
  /**
   * Counts a try to log in to an account; throws `login_locked`. A try that turns out right is taken back with what
   * this answers, so that only failures add up.
   */
  tryLogin: (account: string) => Promise<() => Promise<void>>
}

const minute = 60_000
const criticalLimit = { times: 20, within: 20 * minute }
const loginLimit = { times: 10, within: 15 * minute }

/** Each kind has a window of its own, so that strangers who fill one cannot empty another. */
export type LimitWindows = { critical: SlidingWindow; login: SlidingWindow }

export const createLimits = ({ critical, login }: LimitWindows): Limits => ({
  critical: async (address) => {
    const taken = await critical.take(address, criticalLimit.times, criticalLimit.within)
    if (!taken.allowed) throw new ApplicationError('too_many_requests')
  },
  tryLogin: async (account) => {
    const taken = await login.take(account, loginLimit.times, loginLimit.within)
    if (taken.allowed) return async () => login.undo(taken.handle)
    throw new ApplicationError('login_locked', { minutes: Math.ceil(taken.retryAfterSeconds / 60) })
  },
})
