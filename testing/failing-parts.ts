import type { ControlPlane } from '#server/api/control-plane.ts'
import type { Database } from '#server/db/database.ts'

/** A gateway whose n-th call from one of its parts to another fails in a way nobody foresaw. */
export type FailingParts = {
  /** To be put between the gateway and its database. */
  intercept: (database: Database) => Database
  /** Counts what is called of the parts from now on. */
  breakInto: (plane: ControlPlane) => void
  /** From now on the n-th call that a handler makes or leads to fails, and only that one. */
  failAt: (call: number) => void
  /** No call fails any more. Answers whether one did. */
  heal: () => boolean
}

/** Whatever a failure could tell that is nobody's business. */
export const toldByFaults =
  'select password_hash from users in /var/lib/sluice/secret.sqlite of postgres://sluice:hidden@db.internal'

/** Everything leans on these, and none of them can fail by itself. */
const sturdy = new Set(['clock', 'log', 'metrics', 'database', 'requestId', 'address'])

/** The handlers of the control plane, as a stack tells of them. */
const handlers = /handler \(.*\/server\/api\/implement\.ts/

/** `place` is what the stack of a call must show for the call to be one that may fail. */
export const createFailingParts = (place = handlers): FailingParts => {
  let left = 0
  let failed = false

  const isDue = () => {
    // What jobs do meanwhile, and what comes before a handler, is not meant.
    if (left === 0 || !place.test(wholeStack())) return false
    left -= 1
    return left === 0
  }
  const failure = () => {
    failed = true
    return new Error(toldByFaults)
  }
  const failWhenDue = () => {
    if (isDue()) throw failure()
  }

  /** Fails when all is done, so that what answers later also fails later. */
  const breakable = (work: object, owner: object) =>
    function called(...words: unknown[]): unknown {
      // seam: only functions are wrapped
      const call = (): unknown => Reflect.apply(work as () => unknown, owner, words)
      if (!isDue()) return call()
      const error = failure()
      const fail = () => {
        throw error
      }
      try {
        const result = call()
        return result instanceof Promise ? result.then(fail, fail) : fail()
      } catch {
        return fail()
      }
    }

  const breakPart = (part: object, depth: number): void => {
    for (const [name, value] of Object.entries(part)) {
      if (sturdy.has(name)) continue
      if (typeof value === 'function') Reflect.set(part, name, breakable(value, part))
      else if (typeof value === 'object' && value?.constructor === Object && depth < 3) breakPart(value, depth + 1)
    }
  }

  const plugin = {
    transformQuery: <Node>({ node }: { node: Node }): Node => {
      failWhenDue()
      return node
    },
    transformResult: async <Result>({ result }: { result: Result }): Promise<Result> => result,
  }

  return {
    intercept: (database) => ({
      ...database,
      query: database.query.withPlugin(plugin),
      transaction: async (work) => {
        failWhenDue()
        return database.transaction(async (transaction) => work(transaction.withPlugin(plugin)))
      },
    }),
    breakInto: (plane) => breakPart(plane, 0),
    failAt: (call) => {
      left = call
      failed = false
    },
    heal: () => {
      left = 0
      return failed
    },
  }
}

const wholeStack = (): string => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 100
  const { stack = '' } = new Error('where this is')
  Error.stackTraceLimit = stackTraceLimit
  return stack
}
