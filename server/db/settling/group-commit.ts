import { setImmediate } from 'node:timers'
import { isUnavailable } from '../failures.ts'
import { latestSecond } from '../log-time.ts'
import { type KnownCharges, noneKnown, type Settlement } from './settlement.ts'
import type { Commit } from './slow-commits.ts'

type Call = {
  settlements: readonly Settlement[]
  resolve: (known: KnownCharges) => void
  reject: (error: unknown) => void
}

export type GroupCommit = {
  settle: Commit
  /** Resolves when nothing waits and nothing runs. */
  idle: () => Promise<void>
}

/** Bounds how long a commit may take, and with it how long those behind it wait. */
const largestBatch = 512

/**
 * From one commit's start to the next, in milliseconds. A commit costs about as much as ten calls in it, so the more
 * calls there are, the longer they are gathered: a lone call waits for nobody, a flood waits eight thousandths, or
 * until so many are there that gathering more would hardly pay.
 */
const shortestPause = 1
const longestPause = 8
const enoughCalls = 48
const pauseAfter = (calls: number): number => Math.min(longestPause, Math.max(shortestPause, calls / 4))

/**
 * Lets batches form by themselves: while one commit runs, calls gather, and all of them go into the next. Each call is
 * answered after its own commit.
 */
export const createGroupCommit = (commit: Commit): GroupCommit => {
  let waiting: Call[] = []
  let committing = false
  /** The next commit begins at the end of this turn of the event loop. */
  let isDue = false
  /** The pause after the last commit. */
  let pauseEndsAt = 0
  let pause: NodeJS.Timeout | undefined
  let whenIdle: (() => void)[] = []

  /** A lone call finds the pause over and sets no timer. */
  const schedule = (): void => {
    if (waiting.length >= enoughCalls) endPause()
    const left = pauseEndsAt - performance.now()
    if (left > 0) {
      pause ??= setTimeout(pauseOver, left)
      return
    }
    if (committing || isDue) return
    isDue = true
    setImmediate(next)
  }

  const endPause = (): void => {
    clearTimeout(pause)
    pause = undefined
    pauseEndsAt = 0
  }

  const pauseOver = (): void => {
    endPause()
    schedule()
  }

  const next = (): void => {
    isDue = false
    const batch = takeBatch()
    committing = true
    pauseEndsAt = performance.now() + pauseAfter(batch.length)
    commit(settlementsOf(batch))
      .then(
        (known) => {
          for (const call of batch) call.resolve(knownOf(call, known))
        },
        (error: unknown) => failed(batch, error),
      )
      .then(() => {
        committing = false
        if (waiting.length === 0) tellIdle()
        else schedule()
      })
  }

  const tellIdle = (): void => {
    for (const resolve of whenIdle) resolve()
    whenIdle = []
  }

  const takeBatch = (): Call[] => {
    let end = 0
    let size = 0
    for (const call of waiting) {
      if (end > 0 && size + call.settlements.length > largestBatch) break
      size += call.settlements.length
      end += 1
    }
    const batch = end === waiting.length ? waiting : waiting.slice(0, end)
    waiting = end === waiting.length ? [] : waiting.slice(end)
    return batch
  }

  /** One settlement that the engine refuses must not take the others with it, so they are tried one by one. */
  const failed = async (batch: Call[], error: unknown): Promise<void> => {
    const [first, second] = batch
    if (first === undefined) return
    if (second === undefined || isUnavailable(error)) {
      for (const call of batch) call.reject(error)
      return
    }
    for (const call of batch) await commit(call.settlements).then(call.resolve, call.reject)
  }

  return {
    settle: (settlements) => {
      if (settlements.length === 0) return Promise.resolve(noneKnown)
      const mistake = settlements.find((settlement) => !isStorable(settlement))
      if (mistake !== undefined) {
        return Promise.reject(new RangeError(`Settlement ${mistake.requestId} holds a number that cannot be stored`))
      }
      return new Promise((resolve, reject) => {
        waiting.push({ settlements, resolve, reject })
        schedule()
      })
    },
    idle: () =>
      committing || waiting.length > 0 ? new Promise((resolve) => whenIdle.push(resolve)) : Promise.resolve(),
  }
}

const settlementsOf = (batch: readonly Call[]): readonly Settlement[] => {
  const [first, second] = batch
  if (first !== undefined && second === undefined) return first.settlements
  return batch.flatMap((call) => call.settlements)
}

/** As a rule there are none. Of two calls with the same charge both are told. */
const knownOf = ({ settlements }: Call, known: KnownCharges): KnownCharges => {
  if (known.length === 0) return noneKnown
  const ids = new Set(settlements.map(({ requestId }) => requestId))
  return [...ids].filter((id) => known.includes(id))
}

const isStorable = (settlement: Settlement): boolean =>
  Number.isSafeInteger(settlement.quota) &&
  Number.isSafeInteger(settlement.createdAt) &&
  settlement.createdAt >= 0 &&
  settlement.createdAt <= latestSecond &&
  Number.isSafeInteger(settlement.userId) &&
  Number.isSafeInteger(settlement.tokenId) &&
  Number.isSafeInteger(settlement.channelId) &&
  Number.isSafeInteger(settlement.promptTokens) &&
  Number.isSafeInteger(settlement.completionTokens) &&
  Number.isSafeInteger(settlement.useTime) &&
  Number.isSafeInteger(settlement.durationMs) &&
  settlement.durationMs >= 0
