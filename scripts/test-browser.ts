import { builtConsole, runTestSteps, services, tests } from './test-steps.ts'

await runTestSteps([
  services('PostgreSQL, Redis and Chromium', ['postgres', 'redis', 'chromium']),
  builtConsole,
  tests('browser tests', ['e2e']),
])
