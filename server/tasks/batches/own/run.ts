import type { BatchEnding, LineCounts } from '#protocols/own-batch.ts'
import type { LinesDone } from '../../../domain/own-batches/batch-lines.ts'
import type { Clock } from '../../../lib/clock.ts'

/** Why no further call is begun: `over` where somebody else has ended it, `resting` where it goes on later. */
type Stop = 'over' | 'cancelled' | 'expired' | 'resting'

/** How far a batch has come while it is being done. */
export type Run = {
  isDone: (line: number) => boolean
  note: (line: number, isAnswered: boolean, bytes: number) => void
  /** The first reason counts, but for one that ends it. */
  stop: (why: Stop, restSeconds?: number) => void
  stopped: () => Stop | undefined
  /** How it ends; undefined: not yet, or not here. */
  ending: () => BatchEnding | undefined
  counts: () => LineCounts
  bytes: () => { answers: number; others: number }
  progress: () => string
  /** How many calls were made since it was taken up. */
  made: () => number
  /** For how many seconds whoever refused more wants to be left alone. */
  rest: () => number
}

type Begun = { lines: number; sum: LinesDone; until: number; clock: Clock }

export const createRun = ({ lines, sum, until, clock }: Begun): Run => {
  let { answered, failed, answeredBytes, otherBytes } = sum
  let why: Stop | undefined
  let [made, rest] = [0, 0]
  const stopped = () => why ?? (clock.now() > until ? 'expired' : undefined)
  return {
    isDone: (line) => sum.done.has(line),
    note: (line, isAnswered, bytes) => {
      sum.done.add(line)
      made += 1
      if (isAnswered) [answered, answeredBytes] = [answered + 1, answeredBytes + bytes]
      else [failed, otherBytes] = [failed + 1, otherBytes + bytes]
    },
    stop: (reason, restSeconds = 0) => {
      if (why === undefined || why === 'resting') why = reason
      rest = Math.max(rest, restSeconds)
    },
    stopped,
    ending: () => {
      const reason = stopped()
      if (reason === 'over') return undefined
      if (sum.done.size >= lines) return 'completed'
      return reason === 'cancelled' || reason === 'expired' ? reason : undefined
    },
    counts: () => ({ lines, answered, failed }),
    bytes: () => ({ answers: answeredBytes, others: otherBytes }),
    progress: () => `${Math.floor((100 * sum.done.size) / lines)}%`,
    made: () => made,
    rest: () => rest,
  }
}
