import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { howToGet, obtainServices } from '#testing/services.ts'
import { checkSteps } from './check-steps.ts'
import { print } from './print.ts'
import { projectFolder, runProgram } from './run-program.ts'
import { runSteps, type Step } from './steps.ts'
import { runTests } from './test-run.ts'

/**
 * `--at` begins the tests at another time, `--zone` runs them in another time zone: `npm test -- --at 2026-12-31T23:59:30Z
 * --zone America/St_Johns`. What tests start, a browser too, believes it as well.
 */
const { values } = parseArgs({ options: { at: { type: 'string' }, zone: { type: 'string' } } })
const startsAt = values.at === undefined ? undefined : Date.parse(values.at)
if (Number.isNaN(startsAt)) throw new RangeError('--at must be a time such as 2026-12-31T23:59:30Z')

const surroundings = { startsAt, zone: values.zone }

const recordedTraffic = '../shared/fixtures'

const services: Step = {
  title: 'PostgreSQL, Redis and Chromium',
  run: async () => {
    const missing = await obtainServices(['postgres', 'redis', 'chromium'], print)
    return { ok: missing.length === 0, output: missing.map(howToGet).join('\n') }
  },
}

const builtConsole: Step = {
  title: 'the console is built',
  run: async () => {
    const { code, output } = await runProgram('run.mjs', ['build'])
    return { ok: code === 0, output }
  },
}

const tests: Step = {
  title: 'unit and integration tests',
  run: () => runTests(['server', 'web'], surroundings),
  othersGoOn: true,
}
const browserTests: Step = { title: 'browser tests', run: () => runTests(['e2e'], surroundings) }

const { ok, counts, stoppedAt } = await runSteps([...checkSteps, services, builtConsole, tests, browserTests])

print('')
if (stoppedAt) print(`Stopped at: ${stoppedAt}. What comes after it was not run.`)
if (counts.skipped > 0 && !existsSync(`${projectFolder}/${recordedTraffic}`)) {
  print(`Tests that replay recorded traffic were skipped: the folder ${recordedTraffic} is not there.`)
}
print(`${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`)
process.exitCode = ok ? 0 : 1
