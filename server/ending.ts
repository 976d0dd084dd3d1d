import type { Log } from './lib/log.ts'
import type { Gateway } from './start.ts'

type EndingParts = {
  gateway: Pick<Gateway, 'close'>
  /** How long whoever sends requests here is told that the process ends, before it takes no more. */
  noticeMs: number
  log: Log
  exit: (code: number) => void
}

/** How a process ends in order: because it is told to, or because of a fault that nobody caught. */
export type Ending = {
  told: () => void
  /** Nobody knows what is wrong after it: nothing new begins, and what runs gets its end and its charge. */
  failed: (error: unknown) => void
}

const graceMs = 30_000
/** For a stop that a fault keeps from ending: longer than one that takes its time. */
const longestStopMs = 40_000

export const createEnding = ({ gateway, noticeMs, log, exit }: EndingParts): Ending => {
  let code = 0
  let isStopping = false

  const stop = (options: { graceMs: number; noticeMs: number }) => {
    // A supervisor may signal the whole group and then us again: stopping goes on all the same.
    if (isStopping) return
    isStopping = true
    gateway.close(options).then(
      () => exit(code),
      (error: unknown) => {
        log.error('stopping failed', { error })
        exit(1)
      },
    )
  }

  return {
    told: () => stop({ graceMs, noticeMs }),
    failed: (error) => {
      code = 1
      log.error('a fault that nobody caught ends the process', { error })
      setTimeout(() => exit(1), longestStopMs).unref()
      stop({ graceMs, noticeMs: 0 })
    },
  }
}
