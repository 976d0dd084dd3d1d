import type { KyselyPlugin } from 'kysely'
import { ApplicationError } from '#contract/errors.ts'
import type { Database } from '#server/db/database.ts'

/**
 * When the call fails: before the engine heard of it, or after it was done, so that only the answer is lost. Or the
 * engine is there and refuses it.
 */
type Moment = 'before' | 'after' | 'refused'

/** A database whose n-th call fails, to be put between a gateway and the real one. */
export type FailingDatabase = {
  intercept: (database: Database) => Database
  /** From now on the n-th call fails, and only that one. */
  failAt: (call: number, moment: Moment) => void
  /** No call fails any more. Answers what failed, if anything did: the table, or the kind of call. */
  heal: () => string | undefined
}

/** Counts statements, beginnings and ends of transactions, and settlements: whatever can fail by itself. */
export const createFailingDatabase = (): FailingDatabase => {
  let left = Number.POSITIVE_INFINITY
  let moment: Moment = 'before'
  let failed: string | undefined

  const failure = (what: string) => {
    failed = what
    const cause = new Error(toldByDatabase)
    return moment === 'refused' ? cause : new ApplicationError('storage_unavailable', {}, cause)
  }
  /** Whether this call is the one. */
  const isDue = () => {
    left -= 1
    return left === 0
  }
  const call = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const due = isDue()
    if (due && moment !== 'after') throw failure(what)
    const result = await work()
    if (due) throw failure(what)
    return result
  }

  const due = new WeakMap<object, string>()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (isDue()) {
        const what = tableOf(node)
        if (moment !== 'after') throw failure(what)
        due.set(queryId, what)
      }
      return node
    },
    transformResult: async ({ result, queryId }) => {
      const what = due.get(queryId)
      if (what !== undefined) throw failure(what)
      return result
    },
  }

  return {
    intercept: (database) => ({
      ...database,
      query: database.query.withPlugin(plugin),
      quick: database.quick.withPlugin(plugin),
      transaction: async (work) => {
        await call('begin', async () => {})
        const commit = { lost: false }
        const result = await database.transaction(async (transaction) => {
          const outcome = await work(transaction.withPlugin(plugin))
          commit.lost = isDue()
          if (commit.lost && moment !== 'after') throw failure('commit')
          return outcome
        })
        if (commit.lost) throw failure('commit')
        return result
      },
      settle: (settlements) => call('settle', () => database.settle(settlements)),
    }),
    failAt: (number, when) => {
      left = number
      moment = when
      failed = undefined
    },
    heal: () => {
      left = Number.POSITIVE_INFINITY
      return failed
    },
  }
}

/** What a failure tells, and nobody else should. */
export const toldByDatabase = 'this call was made to fail'

/** The first table that a statement names. */
const tableOf = (node: unknown): string => /"name":"(\w+)"/.exec(JSON.stringify(node))?.[1] ?? 'statement'

/** What must have failed, and in which ways. Without it: whatever there is, in the first two. */
type Sweep = { moments: readonly Moment[]; places: readonly string[] }

/** What goes on in the background makes calls of its own, which may fail in the place of one that is meant. */
const mostSweeps = 5

/**
 * Runs `work` again and again, with its first call failing, then its second, and so on until none is left to fail,
 * at each of these moments; each time `check` sees what became of it, with nothing failing.
 */
export const eachFailure = async (
  failing: FailingDatabase,
  work: (attempt: number) => Promise<unknown>,
  check: (attempt: number, where: string) => Promise<void>,
  { moments, places }: Sweep = { moments: ['before', 'after'], places: [] },
): Promise<number> => {
  let attempt = 0
  for (const moment of moments) {
    const missing = new Set(places)
    let sweeps = 1
    for (let call = 1; ; call += 1) {
      attempt += 1
      failing.failAt(call, moment)
      await work(attempt)
      const failed = failing.heal()
      await check(attempt, failed === undefined ? 'no call failed' : `call ${call} failed: ${failed}, ${moment}`)
      if (failed !== undefined) missing.delete(failed)
      else if (missing.size === 0) break
      else if (sweeps === mostSweeps) throw new Error(`${[...missing].join(', ')} never failed: ${moment}`)
      else {
        sweeps += 1
        call = 0
      }
    }
  }
  return attempt
}
