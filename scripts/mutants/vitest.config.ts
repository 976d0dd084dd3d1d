import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files are run in the order in which they were named: what is quick may fail before the rest begins. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => process.argv.findIndex((word) => moduleId.endsWith(`/${word}`))
    return files.toSorted((one, other) => place(one) - place(other))
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const patient = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }

/** As the tests run, over services that are there already. */
export default defineConfig({
  root,
  test: {
    maxWorkers: 1,
    sequence: { sequencer: AsNamed },
    // All but the wrong file is as it was in the run before.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.modules' },
    projects: [
      {
        root,
        test: {
          name: 'server',
          environment: 'node',
          isolate: false,
          include: ['**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'web/**'],
          ...patient,
        },
      },
      {
        root,
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          setupFiles: ['web/testing/setup.ts'],
          include: ['web/**/*.test.{ts,tsx}'],
          execArgv: ['--no-experimental-webstorage'],
          ...patient,
        },
      },
    ],
  },
})
