import * as z from 'zod/mini'
import type { TestCounts } from './steps.ts'

const report = z.object({
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

/** Counts tests; whatever failed outside a test (a file that did not load, a crash) counts as one failure. */
export const countTests = (content: unknown, exitCode: number): TestCounts => {
  const parsed = report.safeParse(content)
  const files = parsed.success ? parsed.data.testResults : []
  const statuses = files.flatMap((file) => file.assertionResults.map((test) => test.status))
  const brokenFiles = files.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  const passed = statuses.filter((status) => status === 'passed').length
  const failed = statuses.filter((status) => status === 'failed').length + brokenFiles.length
  const skipped = statuses.length - statuses.filter((status) => status === 'passed' || status === 'failed').length
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped }
}
