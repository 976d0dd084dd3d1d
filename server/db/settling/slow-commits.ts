import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { KnownCharges, Settlement } from './settlement.ts'

export type Commit = (settlements: readonly Settlement[]) => Promise<KnownCharges>

/** Milliseconds from which on a commit is worth a line in the log, for every answer waits for its own. */
const slow = 1000

/** The same commit, but one that takes long is told. */
export const tellingSlowCommits =
  (commit: Commit, { clock, log }: { clock: Clock; log: Log }): Commit =>
  async (settlements) => {
    const begun = clock.monotonic()
    const known = await commit(settlements)
    const milliseconds = Math.round(clock.monotonic() - begun)
    if (milliseconds >= slow) log.warn('A commit took long', { milliseconds, settlements: settlements.length })
    return known
  }
