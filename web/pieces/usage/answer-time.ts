import type { UsageTimes } from '#contract/logs.ts'
import { useFormat } from '../../lib/format.ts'

/** How long answers took, with no more digits than are known of it; a dash where none was counted. */
export const useAnswerTime = () => {
  const format = useFormat()
  return (milliseconds: UsageTimes['p50_ms']): string => {
    if (milliseconds === undefined || milliseconds === null) return '–'
    if (milliseconds < 1000) return format.milliseconds(milliseconds)
    const seconds = milliseconds / 1000
    return format.duration(seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds))
  }
}
