import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../lib/clock.ts'
import type { Traffic } from './traffic.ts'

/**
 * Reports of the log take processors and database from the calls of models, and who asks again with every answer takes
 * all that is left of both. So while calls flow, the reports of each user begin some time apart; a few at once, as a page
 * asks for them, begin at once.
 */
export type ReportPace = {
  /** Resolves when the user's next report may begin. */
  turn: (userId: number) => Promise<void>
}

const atOnce = 4
/** Milliseconds from the beginning of one to that of the next: quicker than any hand. */
const apart = 80

type ReportPaceParts = { traffic: Traffic; clock: Clock; pause?: (milliseconds: number) => Promise<unknown> }

export const createReportPace = ({ traffic, clock, pause = setTimeout }: ReportPaceParts): ReportPace => {
  /** Until when each user's reports would take if none began before the last one's time was over. Who asked last is last. */
  const ends = new Map<number, number>()

  const take = (userId: number, now: number): number => {
    const end = Math.max(ends.get(userId) ?? 0, now) + apart
    ends.delete(userId)
    for (const [other, earlier] of ends) {
      if (earlier > now) break
      ends.delete(other)
    }
    ends.set(userId, end)
    return end
  }

  return {
    turn: async (userId) => {
      if (!traffic.isFlowing()) return
      const now = clock.monotonic()
      const wait = take(userId, now) - atOnce * apart - now
      if (wait > 0) await pause(wait)
    },
  }
}
