import * as z from 'zod/mini'
import type { ChannelRun } from '#contract/channel-upkeep.ts'
import { ApplicationError } from '#contract/errors.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Signals } from '../../lib/signals.ts'

const kinds = ['test', 'balance', 'card'] as const
type RunKind = (typeof kinds)[number]

/** What became of one channel of a run; `left_out`: nothing was done with it, and the run is not about it. */
export type RunResult = 'fine' | 'failed' | 'disabled' | 'enabled' | 'left_out'

/** Work on all channels, or on all that is to be tried of one; one of a kind at a time, known on every node. */
export type ChannelRuns = {
  state: () => Record<RunKind, ChannelRun>
  /** Works on some at a time in the background. Throws when one of the kind goes on, here or elsewhere. */
  begin: (
    kind: RunKind,
    ids: readonly number[],
    work: (id: number) => Promise<RunResult>,
    channel?: number,
  ) => ChannelRun
  /** Resolves when what was begun here has ended. */
  idle: () => Promise<void>
  /** Begins nothing more. */
  stop: () => void
}

const run = z.object({
  running: z.boolean(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  disabled: z.int(),
  enabled: z.int(),
  started_at: z.int(),
  finished_at: z.int(),
  channel: z.int(),
})
const heardRun = z.object({ kind: z.enum(kinds), run })

const never: ChannelRun = {
  running: false,
  total: 0,
  done: 0,
  failed: 0,
  disabled: 0,
  enabled: 0,
  started_at: 0,
  finished_at: 0,
  channel: 0,
}

const channelsAtOnce = 8
const tellEveryMs = 2000
/** A node that was silent for this long has ended in the middle of it. */
const longestSilenceMs = 15_000

type Parts = { signals: Signals; clock: Clock; onFailure: (kind: RunKind, id: number, error: unknown) => void }

export const createChannelRuns = ({ signals, clock, onFailure }: Parts): ChannelRuns => {
  const latest: Record<RunKind, { run: ChannelRun; heardAt: number }> = {
    test: { run: never, heardAt: 0 },
    balance: { run: never, heardAt: 0 },
    card: { run: never, heardAt: 0 },
  }
  const working = new Set<Promise<void>>()
  let stopped = false

  signals.subscribe('channel-runs', (signal) => {
    if (signal.kind !== 'message') return
    const heard = heardRun.parse(JSON.parse(signal.text))
    latest[heard.kind] = { run: heard.run, heardAt: clock.monotonic() }
  })

  const tell = (kind: RunKind, told: ChannelRun) => signals.publish('channel-runs', JSON.stringify({ kind, run: told }))

  const current = (kind: RunKind): ChannelRun => {
    const { run: known, heardAt } = latest[kind]
    return known.running && clock.monotonic() - heardAt > longestSilenceMs ? { ...known, running: false } : known
  }

  const workThrough = async (
    kind: RunKind,
    ids: readonly number[],
    work: (id: number) => Promise<RunResult>,
    channel: number,
  ) => {
    let progress: ChannelRun = { ...never, running: true, total: ids.length, started_at: nowSeconds(clock), channel }
    tell(kind, progress)
    const telling = setInterval(() => tell(kind, progress), tellEveryMs).unref()
    const left = ids.values()
    const next = async (): Promise<void> => {
      for (const id of left) {
        if (stopped) return
        const result = await work(id).catch((error: unknown): RunResult => {
          onFailure(kind, id, error)
          return 'failed'
        })
        progress = { ...progress, ...counted(progress, result) }
      }
    }
    try {
      await Promise.all(Array.from({ length: channelsAtOnce }, next))
    } finally {
      clearInterval(telling)
      tell(kind, { ...progress, running: false, finished_at: nowSeconds(clock) })
    }
  }

  return {
    state: () => ({ test: current('test'), balance: current('balance'), card: current('card') }),
    begin: (kind, ids, work, channel = 0) => {
      if (current(kind).running) throw new ApplicationError('channel_run_going')
      const whole = workThrough(kind, ids, work, channel).finally(() => working.delete(whole))
      working.add(whole)
      return current(kind)
    },
    idle: async () => {
      await Promise.all(working)
    },
    stop: () => {
      stopped = true
    },
  }
}

const counted = ({ total, done, ...sums }: ChannelRun, result: RunResult): Partial<ChannelRun> => {
  switch (result) {
    case 'left_out':
      return { total: total - 1 }
    case 'fine':
      return { done: done + 1 }
    case 'enabled':
      return { done: done + 1, enabled: sums.enabled + 1 }
    case 'failed':
      return { done: done + 1, failed: sums.failed + 1 }
    case 'disabled':
      return { done: done + 1, failed: sums.failed + 1, disabled: sums.disabled + 1 }
  }
}
