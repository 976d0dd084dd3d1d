import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest, so that two workers come to their end together. */
const longest = [
  'server/domain/money/ledger.test.ts',
  'server/api/probes.test.ts',
  'server/domain/money/shared-accounts.test.ts',
  'server/domain/money/local-accounts.test.ts',
  'e2e/books.test.ts',
  'e2e/console.test.ts',
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
