import type { KyselyPlugin } from 'kysely'
import { ApplicationError } from '#contract/errors.ts'
import type { Database } from '#server/db/database.ts'

/** When the call fails: before the engine heard of it, or after it was done, so that only the answer is lost. */
type Moment = 'before' | 'after'

/** A database whose n-th call fails, to be put between a gateway and the real one. */
export type FailingDatabase = {
  intercept: (database: Database) => Database
  /** From now on the n-th call fails, and only that one. */
  failAt: (call: number, moment: Moment) => void
  /** No call fails any more. Answers whether one did. */
  heal: () => boolean
}

/** Counts statements, beginnings and ends of transactions, and settlements: whatever can fail by itself. */
export const createFailingDatabase = (): FailingDatabase => {
  let left = Number.POSITIVE_INFINITY
  let moment: Moment = 'before'
  let failed = false

  const failure = () => {
    failed = true
    return new ApplicationError('storage_unavailable', {}, new Error('this call was made to fail'))
  }
  /** Whether this call is the one. */
  const isDue = () => {
    left -= 1
    return left === 0
  }
  const call = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const due = isDue()
    if (due && moment === 'before') throw failure()
    const result = await work()
    if (due) throw failure()
    return result
  }

  const due = new WeakSet<object>()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (isDue()) {
        if (moment === 'before') throw failure()
        due.add(queryId)
      }
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (due.has(queryId)) throw failure()
      return result
    },
  }

  return {
    intercept: (database) => ({
      ...database,
      query: database.query.withPlugin(plugin),
      transaction: async (work) => {
        await call(async () => {})
        const commit = { lost: false }
        const result = await database.transaction(async (transaction) => {
          const outcome = await work(transaction.withPlugin(plugin))
          commit.lost = isDue()
          if (commit.lost && moment === 'before') throw failure()
          return outcome
        })
        if (commit.lost) throw failure()
        return result
      },
      settle: (settlements) => call(() => database.settle(settlements)),
      settleSoon: (settlement, outcome) => call(() => database.settleSoon(settlement, outcome)),
    }),
    failAt: (number, when) => {
      left = number
      moment = when
      failed = false
    },
    heal: () => {
      left = Number.POSITIVE_INFINITY
      return failed
    },
  }
}

/**
 * Runs `work` again and again, with its first call failing, then its second, and so on until none is left to fail,
 * before the engine heard of it and after; each time `check` sees what became of it, with nothing failing.
 */
export const eachFailure = async (
  failing: FailingDatabase,
  work: (attempt: number) => Promise<unknown>,
  check: (attempt: number, where: string) => Promise<void>,
): Promise<number> => {
  let attempt = 0
  for (const moment of ['before', 'after'] as const) {
    for (let call = 1; ; call += 1) {
      attempt += 1
      failing.failAt(call, moment)
      await work(attempt)
      const failed = failing.heal()
      await check(attempt, failed ? `call ${call} failed ${moment} it was done` : 'no call failed')
      if (!failed) break
    }
  }
  return attempt
}
