import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files are run in the order in which they were named: what is quick may fail before the rest begins. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => process.argv.findIndex((word) => moduleId.endsWith(`/${word}`))
    return files.toSorted((one, other) => place(one) - place(other))
  }
}

/** As the tests of the server run, over services that are there already. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    environment: 'node',
    maxWorkers: 1,
    isolate: false,
    sequence: { sequencer: AsNamed },
    include: ['**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // All but the wrong file is as it was in the run before.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.modules' },
  },
})
