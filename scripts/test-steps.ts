import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { ServiceName } from '#testing/registry-services.ts'
import { howToGet, obtainServices } from '#testing/services.ts'
import { print } from './print.ts'
import { projectFolder, runProgram } from './run-program.ts'
import { runSteps, type Step } from './steps.ts'
import { runTests, type Surroundings } from './test-run.ts'

const recordedTraffic = '../shared/fixtures'

/**
 * `--at` begins the tests at another time, `--zone` runs them in another time zone: `npm test -- --at 2026-12-31T23:59:30Z
 * --zone America/St_Johns`. What tests start, a browser too, believes it as well.
 */
const readSurroundings = (): Surroundings => {
  const { values } = parseArgs({ options: { at: { type: 'string' }, zone: { type: 'string' } } })
  const startsAt = values.at === undefined ? undefined : Date.parse(values.at)
  if (Number.isNaN(startsAt)) throw new RangeError('--at must be a time such as 2026-12-31T23:59:30Z')
  return { startsAt, zone: values.zone }
}

const surroundings = readSurroundings()

export const services = (title: string, names: readonly ServiceName[]): Step => ({
  title,
  run: async () => {
    const missing = await obtainServices(names, print)
    return { ok: missing.length === 0, output: missing.map(howToGet).join('\n') }
  },
})

export const builtConsole: Step = {
  title: 'the console is built',
  run: async () => {
    const { code, output } = await runProgram('run.mjs', ['build'])
    return { ok: code === 0, output }
  },
}

/** The vitest projects of these names. */
export const tests = (title: string, projects: readonly string[]): Step => ({
  title,
  run: () => runTests(projects, surroundings),
})

/** Runs the steps, and closes with one line of counts. */
export const runTestSteps = async (steps: readonly Step[]): Promise<void> => {
  const { ok, counts, stoppedAt } = await runSteps(steps)
  print('')
  if (stoppedAt) print(`Stopped at: ${stoppedAt}. What comes after it was not run.`)
  if (counts.skipped > 0 && !existsSync(`${projectFolder}/${recordedTraffic}`)) {
    print(`Tests that replay recorded traffic were skipped: the folder ${recordedTraffic} is not there.`)
  }
  print(`${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`)
  process.exitCode = ok ? 0 : 1
}
