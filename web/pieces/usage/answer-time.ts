import type { UsageTimes } from '#contract/logs.ts'
import { useFormat } from '../../lib/format.ts'

/** How long answers took; a dash where none was counted. */
export const useAnswerTime = () => {
  const format = useFormat()
  return (milliseconds: UsageTimes['p50_ms']): string =>
    milliseconds === undefined || milliseconds === null ? '–' : format.latency(milliseconds)
}
