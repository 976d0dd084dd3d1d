import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** As the tests of the server run, over services that are there already. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    environment: 'node',
    maxWorkers: 1,
    isolate: false,
    include: ['**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
