import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig, type TestUserConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test-order.ts'
import { patience } from './testing/patience.ts'

const services = './testing/global-setup.ts'
/** What hangs is to be told of; what is only slow, on a slow machine beside other work, is not to fail. */
const longestTest = 240_000

/** How tests compare; what failed is told whole, since it may fail just once. */
const comparing: TestUserConfig = { expect: { poll: patience }, chaiConfig: { truncateThreshold: 2000 } }

const madeUp = 'web/**/made-up-*.test.{ts,tsx}'
const console: TestUserConfig = {
  environment: 'happy-dom',
  // The document's own storage is meant, not Node's.
  execArgv: ['--no-experimental-webstorage'],
  testTimeout: longestTest,
  ...comparing,
}

export default defineConfig({
  test: {
    // Two cores are the machine this must fit on; tests wait about half of their time.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          // Every folder that no other project has: a new one is not forgotten.
          include: ['**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'web/**', 'e2e/**', 'dist/**', '.runtime/**'],
          // Loading the server anew for each file takes longer than most of them; its modules keep nothing of a test.
          isolate: false,
          globalSetup: services,
          testTimeout: longestTest,
          hookTimeout: longestTest,
          ...comparing,
        },
      },
      {
        plugins: [react()],
        test: {
          ...console,
          name: 'web',
          setupFiles: ['web/testing/setup.ts'],
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, madeUp],
          isolate: false,
        },
      },
      {
        plugins: [react()],
        // They put other modules in the place of some, which those that are loaded already would not see.
        test: { ...console, name: 'web-made-up', setupFiles: ['web/testing/setup.ts'], include: [madeUp] },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          // Each has a browser and a gateway beside it. Where more runs than these, they come after it.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          isolate: false,
          globalSetup: services,
          // One for all, for a slow machine that has other work: what is found waiting longer has failed.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          ...comparing,
        },
      },
    ],
  },
})
