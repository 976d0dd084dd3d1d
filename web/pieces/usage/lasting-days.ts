import type { UsageFrame } from '#contract/usage-calendar.ts'

const secondsPerDay = 86_400
/** Longer than that nobody plans by it. */
const mostDays = 3650

/** What went in a time. */
type Spent = { quota: number; frame: Pick<UsageFrame, 'start' | 'end'> }

/** How many days a quota lasts where it goes on like in that time; undefined where nothing was spent, or nothing is left. */
export const lastingDays = (left: number, { quota, frame }: Spent): number | undefined => {
  if (quota <= 0 || left <= 0) return undefined
  const days = Math.floor(left / (quota / ((frame.end - frame.start) / secondsPerDay)))
  return days > mostDays ? undefined : days
}
