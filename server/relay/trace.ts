import type { Clock } from '../lib/clock.ts'

export type Attempt = { channel: number; status: number; ms: number; error?: string }

/** What happened on the way of one call, kept compactly: for its log row, and for `Server-Timing`. */
export type Trace = {
  requestId: string
  startedAt: number
  attempts: Attempt[]
  skipped: { channel: number; reason: string }[]
  /** Ends the running stage; stages that run several times add up. */
  mark: (stage: Stage) => void
  serverTiming: () => string
  elapsedMs: () => number
}

export type Stage = 'auth' | 'hold' | 'route' | 'upstream' | 'settle'

export const createTrace = (clock: Clock, requestId: string): Trace => {
  const startedAt = clock.monotonic()
  let last = startedAt
  const times: { stage: Stage; ms: number }[] = []
  return {
    requestId,
    startedAt,
    attempts: [],
    skipped: [],
    mark: (stage) => {
      const now = clock.monotonic()
      const known = times.find((time) => time.stage === stage)
      if (known === undefined) times.push({ stage, ms: now - last })
      else known.ms += now - last
      last = now
    },
    serverTiming: () => times.map(({ stage, ms }) => `${stage};dur=${ms.toFixed(2)}`).join(', '),
    elapsedMs: () => clock.monotonic() - startedAt,
  }
}
