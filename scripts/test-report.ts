import * as z from 'zod/mini'
import type { TestCounts } from './steps.ts'

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

type FileReport = z.infer<typeof report>['testResults'][number]

/** The files a report tells of. A run that crashed tells of none. */
const filesOf = (content: unknown): readonly FileReport[] => {
  const parsed = report.safeParse(content)
  return parsed.success ? parsed.data.testResults : []
}

/** A file that failed outside its tests: it did not load, or what comes after its tests failed. */
const isBroken = (file: FileReport): boolean =>
  file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed')

/** Counts tests; whatever failed outside a test (a file that did not load, a crash) counts as one failure. */
export const countTests = (content: unknown, exitCode: number): TestCounts => {
  const files = filesOf(content)
  const statuses = files.flatMap((file) => file.assertionResults.map((test) => test.status))
  const passed = statuses.filter((status) => status === 'passed').length
  const failed = statuses.filter((status) => status === 'failed').length + files.filter(isBroken).length
  const skipped = statuses.length - statuses.filter((status) => status === 'passed' || status === 'failed').length
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped }
}

/** What failed, a line each, for whoever sees only the end of a long output. */
export const failedTitles = (content: unknown): readonly string[] =>
  filesOf(content).flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    return isBroken(file) ? [file.name] : failed.map(({ fullName }) => `${file.name}: ${fullName}`)
  })

/** What failed and then passed, with what it said first: a fault of the test or of what it tests, to be looked into. */
export const unsteadyTests = (content: unknown): readonly string[] =>
  filesOf(content).flatMap((file) =>
    file.assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${file.name}: ${fullName}\n${failureMessages.join('\n')}`),
  )
