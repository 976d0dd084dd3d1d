import { performance } from 'node:perf_hooks'
import { print } from './print.ts'

export type TestCounts = { passed: number; failed: number; skipped: number }

export type StepResult = { ok: boolean; output?: string; counts?: TestCounts }

export type Step = { title: string; run: () => Promise<StepResult> }

export type StepsResult = { ok: boolean; counts: TestCounts; stoppedAt?: string }

/** Runs the steps in order, and stops at the first that fails. */
export const runSteps = async (steps: readonly Step[]): Promise<StepsResult> => {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const step of steps) {
    const startedAt = performance.now()
    const result = await step.run()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    if (!result.ok && result.output) print(result.output.trimEnd())
    print(`${result.ok ? 'ok    ' : 'FAILED'}  ${seconds.padStart(6)} s  ${step.title}`)
    counts.passed += result.counts?.passed ?? 0
    counts.failed += result.counts?.failed ?? (result.ok ? 0 : 1)
    counts.skipped += result.counts?.skipped ?? 0
    if (!result.ok) return { ok: false, counts, stoppedAt: step.title }
  }
  return { ok: true, counts }
}
