import { longestWaitSeconds } from '../../db/task-looks.ts'

/** Whoever looks is done by then, or has gone down. */
export const leaseSeconds = 60

/**
 * The older it is, the longer it takes yet, and the less likely it is that somebody still waits for it unseen; and an
 * upstream that has no word is left alone for longer each time.
 */
export const waitSeconds = (ageSeconds: number, misses: number): number => {
  const parts = ageSeconds <= youngSeconds ? partsOfYoung : partsOfOld
  const usual = Math.min(longestUsualWait, Math.max(shortestSeconds, Math.floor(ageSeconds / parts)))
  return Math.min(longestWaitSeconds, usual * 2 ** Math.min(misses, mostDoublings))
}

/** Till then what is new of it is seen within three seconds, also where nobody looks on. */
const youngSeconds = 180
const [partsOfYoung, partsOfOld] = [60, 30]
const shortestSeconds = 1
/** No longer than it is taken for, so that nothing has to be written of what goes on as before. */
const longestUsualWait = leaseSeconds
const mostDoublings = 8
