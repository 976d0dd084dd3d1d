import { describe } from 'vitest'
import type { Engine } from '#server/db/database.ts'
import { createAccountsBench, type OpenAccounts } from './accounts-bench.ts'
import { testHolding } from './accounts-holding.ts'
import { testReading } from './accounts-reading.ts'
import { testWaiting } from './accounts-waiting.ts'

/** What accounts promise, wherever they live. */
export const describeAccounts = (engine: Engine, openAccounts: OpenAccounts): void => {
  const bench = createAccountsBench(engine, openAccounts)
  describe(`over ${engine}`, () => {
    testHolding(bench)
    testWaiting(bench)
    testReading(bench)
  })
}
