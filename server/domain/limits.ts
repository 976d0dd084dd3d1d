import { ApplicationError } from '#contract/errors.ts'
import type { RequestLimit } from '#protocols/failure.ts'
import { addressBlock } from '../lib/inbound/client-address.ts'
import type { SlidingWindow } from '../lib/sliding-window.ts'
import type { Options } from './options.ts'
import { createPasswordTries, type PasswordTries, type PasswordTryWindows } from './password-tries.ts'

/** How often things may be tried. */
export type Limits = {
  /** Counts a call of the control plane, of a user or of a stranger's address; throws `too_many_requests`. */
  general: (caller: { userId: number } | { address: string }) => Promise<void>
  /** Counts a call that checks a secret or sends a message; throws `too_many_requests`. */
  critical: (address: string) => Promise<void>
  passwords: PasswordTries
  /**
   * Counts a try to redeem a code, for the user and for the address; throws `redeem_locked`. A try that turns out right
   * is taken back with what this answers, so that only failures add up.
   */
  tryRedeem: (userId: number, address: string) => Promise<() => Promise<void>>
  /** Counts a try at a code that was mailed; false when there have been too many. */
  codeTry: (key: string, times: number, withinSeconds: number) => Promise<boolean>
  /**
   * Counts a mail that somebody at `address` has sent to the mailbox; throws `mail_too_soon` or `mail_too_many`. From
   * one address goes a quarter of what a mailbox may get, so that strangers do not use up all that its owner needs.
   */
  mail: (mailbox: string, address: string) => Promise<void>
  /** Counts a counting of tokens, for which nobody pays; throws `model_requests_too_many`. */
  tokenCount: (userId: number) => Promise<void>
  /**
   * Counts a model call of a user where the operator limits them. Answers without a promise when there is no limit.
   */
  modelCall: (userId: number) => CountedCall | Promise<CountedCall>
}

type CountedCall = {
  /** For a call that came to nothing, so that only successes stay counted as such. */
  undo: () => void
  /** The limit that will be reached first, with this call counted. */
  limit: RequestLimit | undefined
}

const minute = 60_000
const generalWithin = 3 * minute
const tokenCountLimit = { times: 120, minutes: 1 }
const criticalLimit = { times: 20, within: 20 * minute }
/** The pause is a second shorter than the one the console counts down, which begins when the answer has arrived. */
const mailLimit = { pause: 29_000, within: 24 * 60 * minute }
const redeemLimit = { times: 10, timesPerAddress: 60, within: 10 * minute }

/** Nothing to give back, and nothing to wait for. */
const unlimited: CountedCall = { undo: () => {}, limit: undefined }

/** Each kind has a window of its own, so that strangers who fill one cannot empty another. */
export type LimitWindows = {
  tokenCounts: SlidingWindow
  general: SlidingWindow
  critical: SlidingWindow
  passwords: PasswordTryWindows
  redeem: SlidingWindow
  mail: SlidingWindow
  mailAskers: SlidingWindow
  codes: SlidingWindow
  modelRequests: SlidingWindow
  modelSuccesses: SlidingWindow
}

export const createLimits = (
  options: Options,
  mostGeneralCalls: number,
  {
    general,
    tokenCounts,
    critical,
    passwords,
    redeem,
    mail,
    mailAskers,
    codes,
    modelRequests,
    modelSuccesses,
  }: LimitWindows,
): Limits => ({
  general: async (caller) => {
    if (mostGeneralCalls === 0) return
    // People behind one address do not take each other's share, once it is known who they are.
    const key = 'userId' in caller ? `user:${caller.userId}` : `address:${addressBlock(caller.address)}`
    const taken = await general.take(key, mostGeneralCalls, generalWithin)
    if (!taken.allowed) throw new ApplicationError('too_many_requests', { seconds: taken.retryAfterSeconds })
  },
  critical: async (address) => {
    const taken = await critical.take(addressBlock(address), criticalLimit.times, criticalLimit.within)
    if (!taken.allowed) throw new ApplicationError('too_many_requests', { seconds: taken.retryAfterSeconds })
  },
  passwords: createPasswordTries(passwords),
  tryRedeem: async (userId, address) => {
    const { times, timesPerAddress, within } = redeemLimit
    const byUser = await redeem.take(`user:${userId}`, times, within)
    if (!byUser.allowed) throw redeemLocked(byUser.retryAfterSeconds)
    const byAddress = await redeem.take(`address:${addressBlock(address)}`, timesPerAddress, within)
    if (!byAddress.allowed) {
      await redeem.undo(byUser.handle)
      throw redeemLocked(byAddress.retryAfterSeconds)
    }
    return async () => {
      await redeem.undo(byUser.handle)
      await redeem.undo(byAddress.handle)
    }
  },
  codeTry: async (key, times, withinSeconds) => (await codes.take(key, times, withinSeconds * 1000)).allowed,
  mail: async (mailbox, address) => {
    const block = addressBlock(address)
    const most = options.get('MailsPerMailbox')
    const quarter = Math.max(1, Math.floor(most / 4))
    const byAsker = await mailAskers.take(block, options.get('MailsPerAsker'), mailLimit.within)
    if (!byAsker.allowed) throw new ApplicationError('mail_too_many')
    const soon = await mail.take(`soon:${mailbox}`, 1, mailLimit.pause)
    if (!soon.allowed) throw new ApplicationError('mail_too_soon', { seconds: soon.retryAfterSeconds })
    for (const [key, times] of [
      [`day:${mailbox} ${block}`, quarter],
      [`day:${mailbox}`, most],
    ] as const) {
      const today = await mail.take(key, times, mailLimit.within)
      if (!today.allowed) throw new ApplicationError('mail_too_many')
    }
  },
  tokenCount: async (userId) => {
    const { times: count, minutes } = tokenCountLimit
    const taken = await tokenCounts.take(String(userId), count, minutes * minute)
    if (taken.allowed) return
    throw new ApplicationError('model_requests_too_many', { count, minutes, seconds: taken.retryAfterSeconds })
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
): Promise<CountedCall> => {
  const windowMs = minutes * minute
  const request = requests.count <= 0 ? undefined : await requests.window.take(user, requests.count, windowMs)
  if (request?.allowed === false) {
    const seconds = request.retryAfterSeconds
    throw new ApplicationError('model_requests_too_many', { count: requests.count, minutes, seconds })
  }
  const success = await successes.window.take(user, successes.count, windowMs)
  if (!success.allowed) {
    const seconds = success.retryAfterSeconds
    throw new ApplicationError('model_successes_too_many', { count: successes.count, minutes, seconds })
  }
  const byRequests = request === undefined ? undefined : { most: requests.count, left: request.remaining }
  const bySuccesses = { most: successes.count, left: success.remaining }
  const first = byRequests !== undefined && byRequests.left <= bySuccesses.left ? byRequests : bySuccesses
  return {
    undo: () => void successes.window.undo(success.handle),
    // What was counted last is the last to leave the window.
    limit: { ...first, resetSeconds: minutes * 60 },
  }
}

const redeemLocked = (seconds: number) => new ApplicationError('redeem_locked', { minutes: Math.ceil(seconds / 60) })
