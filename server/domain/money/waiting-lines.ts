import { setTimeout as pause } from 'node:timers/promises'
import { ApplicationError, type ErrorCode } from '#contract/errors.ts'
import type { Clock } from '../../lib/clock.ts'

/** Not now: who behind it in the line cannot be served either, and what to answer when patience ends. */
export type Blocked = { blocked: 'user' | 'token' | 'both'; refusal: ErrorCode }

export const userIsShort: Blocked = { blocked: 'user', refusal: 'quota_insufficient' }

export type WaitingLines<Served extends object> = {
  /** Whether anybody waits for this user's quota. */
  has: (userId: number) => boolean
  /** Resolves with what `attempt` answers once it is not blocked; refuses after the patience. */
  join: (userId: number, tokenId: number, attempt: () => Promise<Served | Blocked>) => Promise<Served>
  /** Something became free: tries at once instead of after the pause. */
  wake: (userId: number) => void
}

type Waiter<Served> = {
  tokenId: number
  attempt: () => Promise<Served | Blocked>
  deadline: number
  resolve: (served: Served) => void
  reject: (error: unknown) => void
}

type Line<Served> = { waiters: Set<Waiter<Served>>; woken: boolean; endPause: () => void }

const shortestPause = 10
const longestPause = 200

/** A line per user, first come first served, for what only trying again can tell. */
export const createWaitingLines = <Served extends object>(parts: {
  patienceMs: number
  clock: Clock
}): WaitingLines<Served> => {
  const { patienceMs, clock } = parts
  const lines = new Map<number, Line<Served>>()

  const serveOnce = async ({ waiters }: Line<Served>) => {
    const blockedTokens = new Map<number, Blocked>()
    let blocked: Blocked | undefined
    for (const waiter of waiters) {
      const reason = blocked ?? blockedTokens.get(waiter.tokenId)
      try {
        const outcome = reason ?? (await waiter.attempt())
        if (!isBlocked(outcome)) {
          waiters.delete(waiter)
          waiter.resolve(outcome)
          continue
        }
        // Who leaves keeps back nobody.
        if (clock.monotonic() >= waiter.deadline) throw new ApplicationError(outcome.refusal)
        if (outcome.blocked === 'token') blockedTokens.set(waiter.tokenId, outcome)
        // Its token is not that of those behind it.
        else blocked = outcome.blocked === 'both' ? userIsShort : outcome
      } catch (error) {
        waiters.delete(waiter)
        waiter.reject(error)
      }
    }
  }

  const serve = async (userId: number, line: Line<Served>) => {
    let milliseconds = shortestPause
    for (;;) {
      line.woken = false
      await serveOnce(line)
      const [first] = line.waiters
      if (first === undefined) break
      if (line.woken) {
        milliseconds = shortestPause
        continue
      }
      await pauseOf(line, Math.min(milliseconds, first.deadline - clock.monotonic()))
      milliseconds = Math.min(milliseconds * 2, longestPause)
    }
    lines.delete(userId)
  }

  const wake = (userId: number) => {
    const line = lines.get(userId)
    if (line === undefined) return
    line.woken = true
    line.endPause()
  }

  return {
    has: (userId) => lines.has(userId),
    join: (userId, tokenId, attempt) =>
      new Promise((resolve, reject) => {
        const waiter = { tokenId, attempt, deadline: clock.monotonic() + patienceMs, resolve, reject }
        const line = lines.get(userId)
        if (line !== undefined) {
          line.waiters.add(waiter)
          wake(userId)
          return
        }
        const begun: Line<Served> = { waiters: new Set([waiter]), woken: false, endPause: () => {} }
        lines.set(userId, begun)
        // Hands every error to the waiter it belongs to.
        void serve(userId, begun)
      }),
    wake,
  }
}

const isBlocked = (outcome: object): outcome is Blocked => 'blocked' in outcome

/** The pauses differ, so that nodes do not keep trying at the same moment. */
const pauseOf = async (line: { endPause: () => void }, milliseconds: number): Promise<void> => {
  const controller = new AbortController()
  line.endPause = () => controller.abort()
  await pause(Math.max(1, milliseconds * (0.5 + Math.random() / 2)), undefined, { signal: controller.signal }).catch(
    () => {},
  )
}
