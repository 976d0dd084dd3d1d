import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFolder, runProgram } from './run-program.ts'
import type { StepResult } from './steps.ts'
import { countTests, failedTitles } from './test-report.ts'

/** Runs the vitest projects of these names; counts and names come from the report vitest writes itself. */
export const runTests = async (projects: readonly string[]): Promise<StepResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const chosen = projects.map((project) => `--project=${project}`)
  const { code } = await runProgram('node_modules/vitest/vitest.mjs', ['run', ...chosen, ...reporters], true)
  const content = readReport(report)
  const counts = countTests(content, code)
  rmSync(folder, { recursive: true })
  const failed = failedTitles(content).map((title) => `failed: ${title.replace(projectFolder, '')}`)
  return { ok: code === 0 && counts.failed === 0, counts, output: failed.join('\n') }
}

/** A run that crashed leaves no report. */
const readReport = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
