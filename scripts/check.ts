import { checkSteps } from './check-steps.ts'
import { print } from './print.ts'
import { runSteps } from './steps.ts'

const result = await runSteps(checkSteps)
if (result.stoppedAt) print(`\nStopped at: ${result.stoppedAt}`)
process.exitCode = result.ok ? 0 : 1
