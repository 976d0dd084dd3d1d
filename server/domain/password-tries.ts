import { ApplicationError } from '#contract/errors.ts'
import { addressBlock } from '../lib/inbound/client-address.ts'
import type { SlidingWindow } from '../lib/sliding-window.ts'

/** What a try at a password counts for: the account and the address, or the device that the account knows. */
export type PasswordTry = { account: string; address: string; device: string | undefined }

/**
 * How often passwords may be tried, whether at a login or for the current one. Strangers are counted by address, by
 * address and account together with growing pauses, and by account, from wherever they come. Whoever has a device that
 * the account knows is counted by this device alone: nobody else can lock him out.
 */
export type PasswordTries = {
  /**
   * Counts a try before it is weighed, so that parallel ones cannot share one; throws `login_locked` or
   * `too_many_requests`. What it answers takes back what only wrong tries count for.
   */
  begin: (attempt: PasswordTry) => Promise<() => Promise<void>>
}

type Rule = { times: number; within: number; refusal: (seconds: number) => ApplicationError; countsRight?: true }

const minute = 60_000
const hour = 60 * minute
const locked = (seconds: number) => new ApplicationError('login_locked', { minutes: Math.ceil(seconds / 60) })
const tooMany = (seconds: number) => new ApplicationError('too_many_requests', { seconds })

/** The longest pause first: it is the one that is told. */
const addressRules: readonly Rule[] = [{ times: 20, within: 20 * minute, refusal: tooMany, countsRight: true }]
const pairRules: readonly Rule[] = [
  { times: 20, within: 6 * hour, refusal: locked },
  { times: 10, within: 15 * minute, refusal: locked },
  { times: 5, within: minute, refusal: locked },
]
/** From all addresses together: at this rate a password that is not one of the commonest is not found in a life. */
const accountRules: readonly Rule[] = [
  { times: 300, within: 24 * hour, refusal: locked },
  { times: 30, within: 15 * minute, refusal: locked },
]
const deviceRules: readonly Rule[] = [
  { times: 60, within: 20 * minute, refusal: tooMany, countsRight: true },
  { times: 30, within: 24 * hour, refusal: locked },
  { times: 10, within: 15 * minute, refusal: locked },
]

/** A window each, so that strangers who fill one cannot empty another. */
export type PasswordTryWindows = {
  addresses: SlidingWindow
  pairs: SlidingWindow
  accounts: SlidingWindow
  devices: SlidingWindow
}

export const createPasswordTries = ({ addresses, pairs, accounts, devices }: PasswordTryWindows): PasswordTries => ({
  begin: async ({ account, address, device }) => {
    const block = addressBlock(address)
    const counted =
      device === undefined
        ? [
            { window: addresses, key: block, rules: addressRules },
            { window: pairs, key: `${block} ${account}`, rules: pairRules },
            { window: accounts, key: account, rules: accountRules },
          ]
        : [{ window: devices, key: `${device} ${account}`, rules: deviceRules }]
    const undo: (() => unknown)[] = []
    const takeBack = async () => {
      for (const step of undo.splice(0)) await step()
    }
    for (const { window, key, rules } of counted) {
      for (const { times, within, refusal, countsRight } of rules) {
        const taken = await window.take(`${key} ${within}`, times, within)
        if (!taken.allowed) {
          await takeBack()
          throw refusal(taken.retryAfterSeconds)
        }
        if (!countsRight) undo.push(() => window.undo(taken.handle))
      }
    }
    return takeBack
  },
})

/** Whose turns a try takes in the line for hashing: strangers at an account do not stand in the way of its owner. */
export const turnsOf = ({ account, address, device }: PasswordTry): readonly string[] =>
  device === undefined ? [`address ${addressBlock(address)}`, account] : [`device ${device}`]
