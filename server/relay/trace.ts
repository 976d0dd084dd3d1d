import type { Clock } from '../lib/clock.ts'

type Attempt = { channel: number; status: number; ms: number; error?: string }

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

type Stage = (typeof stages)[number]

const stages = ['auth', 'hold', 'route', 'upstream', 'settle'] as const

export const createTrace = (clock: Clock, requestId: string): Trace => {
  const startedAt = clock.monotonic()
  let last = startedAt
  const times: Partial<Record<Stage, number>> = {}
  return {
    requestId,
    startedAt,
    attempts: [],
    skipped: [],
    mark: (stage) => {
      const now = clock.monotonic()
      times[stage] = (times[stage] ?? 0) + now - last
      last = now
    },
    serverTiming: () => {
      let text = ''
      for (const stage of stages) {
        const time = times[stage]
        // Hundredths of a millisecond, without the cost of formatting a number.
        if (time !== undefined) text += `${text === '' ? '' : ', '}${stage};dur=${Math.round(time * 100) / 100}`
      }
      return text
    },
    elapsedMs: () => clock.monotonic() - startedAt,
  }
}

/** Names and values in turn: what every answer of the relay carries. Writing them in one go is what Node does fastest. */
export const traceHeaders = (trace: Trace): string[] => [
  'x-request-id',
  trace.requestId,
  'x-oneapi-request-id',
  trace.requestId,
  'server-timing',
  trace.serverTiming(),
]
