import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { print } from './print.ts'
import { projectFolder, runProgram } from './run-program.ts'
import type { StepResult } from './steps.ts'
import { countTests, failedTitles, unsteadyTests } from './test-report.ts'

/** One in thousands may fail for its own fault, and is to be mended; more of them are a fault of what they test. */
const mostUnsteady = 3

/** When and where tests believe to be, in milliseconds and by the name of a time zone; else as the machine is. */
export type Surroundings = { startsAt?: number | undefined; zone?: string | undefined }

/**
 * Runs the vitest projects of these names; counts and names come from the report vitest writes itself. What fails is
 * tried once more, and told of even when it passes then.
 */
export const runTests = async (projects: readonly string[], surroundings: Surroundings): Promise<StepResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const chosen = projects.map((project) => `--project=${project}`)
  const { code } = await runProgram('node_modules/vitest/vitest.mjs', ['run', '--retry=1', ...chosen, ...reporters], {
    shown: true,
    environment: environmentOf(surroundings),
  })
  const content = readReport(report)
  const counts = countTests(content, code)
  rmSync(folder, { recursive: true })
  const failed = failedTitles(content).map((title) => `failed: ${title.replace(projectFolder, '')}`)
  const unsteady = unsteadyTests(content)
  for (const test of unsteady) print(`failed, then passed: ${test.replaceAll(projectFolder, '')}`)
  const isSteady = unsteady.length <= mostUnsteady
  if (!isSteady) failed.push(`failed: ${unsteady.length} tests passed only when they were tried again`)
  return { ok: code === 0 && counts.failed === 0 && isSteady, counts, output: failed.join('\n') }
}

const environmentOf = ({ startsAt, zone }: Surroundings): Record<string, string> => ({
  ...(zone === undefined ? {} : { TZ: zone }),
  ...(startsAt === undefined
    ? {}
    : {
        CLOCK_SHIFT: String(startsAt - Date.now()),
        NODE_OPTIONS: `--import=${pathToFileURL(join(projectFolder, 'testing/shifted-clock.ts'))}`,
      }),
})

/** A run that crashed leaves no report. */
const readReport = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
