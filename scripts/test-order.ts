import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest, so that the workers come to their end together. */
const longest = [
  'server/domain/money/shared-accounts.test.ts',
  'server/domain/money/ledger.test.ts',
  'server/api/forged-numbers.test.ts',
  'server/relay/steady-load.test.ts',
  'server/relay/half-events.test.ts',
  'providers/provider-matrix.test.ts',
  'server/api/probes.test.ts',
  'server/data-folder.test.ts',
  'server/stopping.test.ts',
  'server/api/user-faults.test.ts',
  'server/api/setup.test.ts',
  'server/domain/money/settlements.test.ts',
  'server/domain/money/local-accounts.test.ts',
  'server/relay/body-budget.test.ts',
  'e2e/every-list.test.ts',
  'e2e/channels.test.ts',
  'e2e/logs.test.ts',
  'e2e/tasks.test.ts',
  'e2e/console.test.ts',
  'e2e/killed-calls.test.ts',
  'e2e/settings.test.ts',
  'e2e/settings-prices.test.ts',
  'e2e/users.test.ts',
  'e2e/books.test.ts',
  'e2e/mass-disconnect.test.ts',
]

/** The order that test files are begun in: the longest first, then as vitest has them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}
