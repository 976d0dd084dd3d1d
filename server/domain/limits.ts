import { ApplicationError } from '#contract/errors.ts'
import type { SlidingWindow } from '../lib/sliding-window.ts'
import type { Options } from './options.ts'

/** How often things may be tried. */
export type Limits = {
  /** Counts a call that checks a secret or sends a message; throws `too_many_requests`. */
  critical: (address: string) => Promise<void>
  /**
   * Counts a try to log in to an account; throws `login_locked`. A try that turns out right is taken back with what
   * this answers, so that only failures add up.
   */
  tryLogin: (account: string) => Promise<() => Promise<void>>
  /** The same for a try to redeem a code, which counts for the user and for the address; throws `redeem_locked`. */
  tryRedeem: (userId: number, address: string) => Promise<() => Promise<void>>
  /** Counts a mail that a stranger has sent to the address; throws `mail_too_soon` or `mail_too_many`. */
  mail: (address: string) => Promise<void>
  /**
   * Counts a model call of a user where the operator limits them. What this answers is called when the call came to
   * nothing, so that only successes stay counted as such. Answers without a promise when there is no limit.
   */
  modelCall: (userId: number) => (() => void) | Promise<() => void>
}

const minute = 60_000
const criticalLimit = { times: 20, within: 20 * minute }
const loginLimit = { times: 10, within: 15 * minute }
/** The pause is a second shorter than the one the console counts down, which begins when the answer has arrived. */
const mailLimit = { pause: 29_000, times: 20, within: 24 * 60 * minute }
const redeemLimit = { times: 10, timesPerAddress: 60, within: 10 * minute }

/** Nothing to give back, and nothing to wait for. */
const unlimited = (): void => {}

/** Each kind has a window of its own, so that strangers who fill one cannot empty another. */
export type LimitWindows = {
  critical: SlidingWindow
  login: SlidingWindow
  redeem: SlidingWindow
  mail: SlidingWindow
  modelRequests: SlidingWindow
  modelSuccesses: SlidingWindow
}

export const createLimits = (
  options: Options,
  { critical, login, redeem, mail, modelRequests, modelSuccesses }: LimitWindows,
): Limits => ({
  critical: async (address) => {
    const taken = await critical.take(address, criticalLimit.times, criticalLimit.within)
    if (!taken.allowed) throw new ApplicationError('too_many_requests')
  },
  tryLogin: async (account) => {
    const taken = await login.take(account, loginLimit.times, loginLimit.within)
    if (taken.allowed) return async () => login.undo(taken.handle)
    throw new ApplicationError('login_locked', { minutes: Math.ceil(taken.retryAfterSeconds / 60) })
  },
  tryRedeem: async (userId, address) => {
    const { times, timesPerAddress, within } = redeemLimit
    const byUser = await redeem.take(`user:${userId}`, times, within)
    if (!byUser.allowed) throw redeemLocked(byUser.retryAfterSeconds)
    const byAddress = await redeem.take(`address:${address}`, timesPerAddress, within)
    if (!byAddress.allowed) {
      await redeem.undo(byUser.handle)
      throw redeemLocked(byAddress.retryAfterSeconds)
    }
    return async () => {
      await redeem.undo(byUser.handle)
      await redeem.undo(byAddress.handle)
    }
  },
  mail: async (address) => {
    const soon = await mail.take(`soon:${address}`, 1, mailLimit.pause)
    if (!soon.allowed) throw new ApplicationError('mail_too_soon', { seconds: soon.retryAfterSeconds })
    const today = await mail.take(`day:${address}`, mailLimit.times, mailLimit.within)
    if (!today.allowed) throw new ApplicationError('mail_too_many')
  },
  modelCall: (userId) => {
    const minutes = options.get('ModelRequestRateLimitDurationMinutes')
    if (!options.get('ModelRequestRateLimitEnabled') || minutes === 0) return unlimited
    return countModelCall(String(userId), {
      minutes,
      requests: { window: modelRequests, count: options.get('ModelRequestRateLimitCount') },
      successes: { window: modelSuccesses, count: options.get('ModelRequestRateLimitSuccessCount') },
    })
  },
})

type Counted = { window: SlidingWindow; count: number }

/** A success is counted before it is one: otherwise as many as are under way together could pass the limit. */
const countModelCall = async (
  user: string,
  { minutes, requests, successes }: { minutes: number; requests: Counted; successes: Counted },
): Promise<() => void> => {
  const windowMs = minutes * minute
  const request = requests.count === 0 ? undefined : await requests.window.take(user, requests.count, windowMs)
  if (request?.allowed === false) {
    const seconds = request.retryAfterSeconds
    throw new ApplicationError('model_requests_too_many', { count: requests.count, minutes, seconds })
  }
  const success = await successes.window.take(user, successes.count, windowMs)
  if (!success.allowed) {
    const seconds = success.retryAfterSeconds
    throw new ApplicationError('model_successes_too_many', { count: successes.count, minutes, seconds })
  }
  return () => void successes.window.undo(success.handle)
}

const redeemLocked = (seconds: number) => new ApplicationError('redeem_locked', { minutes: Math.ceil(seconds / 60) })
