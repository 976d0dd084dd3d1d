import { checkSteps } from './check-steps.ts'
import { builtConsole, runTestSteps, services, tests } from './test-steps.ts'

await runTestSteps([
  ...checkSteps,
  services('PostgreSQL and Redis', ['postgres', 'redis']),
  builtConsole,
  tests('unit and integration tests', ['server', 'web', 'web-made-up']),
])
