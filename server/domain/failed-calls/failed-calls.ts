import type { Database } from '../../db/database.ts'
import { deleteOldest } from '../../db/delete-oldest.ts'
import { everybody, keepFailedCalls } from '../../db/failed-calls.ts'
import { hourOf, secondsPerDay } from '../../db/log-time.ts'
import type { FailedHourRow, NewFailedCall } from '../../db/schema.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Options } from '../options.ts'
import type { FailedCall } from './failed-call.ts'
import { createRowsOfAMinute } from './rows-of-a-minute.ts'

/** Calls that came to nothing: they become rows behind the call, however many there are. */
export type FailedCalls = {
  note: (call: FailedCall) => void
  /** Deletes rows that are older than the operator wants. */
  sweep: () => Promise<void>
  /** Resolves when all is written, or cannot be just now. */
  drain: () => Promise<void>
}

type Parts = { database: Database; options: Pick<Options, 'get'>; clock: Clock; log: Log }

/** Rows that wait while the database is away; what comes on top of them is in the sums alone. */
const mostWaiting = 5000
const batchSize = 500
const pauseMs = 1000
const pauseAfterFailureMs = 5000

export const createFailedCalls = ({ database, options, clock, log }: Parts): FailedCalls => {
  const { rowFor } = createRowsOfAMinute()
  const waiting = new Map<string, NewFailedCall>()
  const sums = new Map<string, FailedHourRow>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let isFailing = false

  const add = ({ user_id, hour, count }: FailedHourRow) => {
    const key = `${user_id} ${hour}`
    const sum = sums.get(key)
    if (sum !== undefined) sum.count += count
    else if (sums.size < mostWaiting) sums.set(key, { user_id, hour, count })
  }

  const keep = (row: NewFailedCall) => {
    if (waiting.size < mostWaiting || waiting.has(row.request_id)) waiting.set(row.request_id, row)
  }

  const writeAll = async () => {
    while (waiting.size + sums.size > 0) {
      const rows = [...waiting.values()].slice(0, batchSize)
      const added = [...sums.values()]
      sums.clear()
      try {
        await keepFailedCalls(database, rows, added)
      } catch (error) {
        for (const sum of added) add(sum)
        throw error
      }
      for (const row of rows) if (waiting.get(row.request_id) === row) waiting.delete(row.request_id)
    }
    isFailing = false
  }

  const failed = (error: unknown) => {
    if (!isFailing) log.error('failed calls could not be noted; it is tried again', { error })
    isFailing = true
  }

  const write = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeAll()
      .catch(failed)
      .finally(() => {
        writing = undefined
        if (waiting.size + sums.size > 0) writeSoon()
      })
    return writing
  }

  const writeSoon = () => {
    timer ??= setTimeout(write, isFailing ? pauseAfterFailureMs : pauseMs).unref()
  }

  return {
    note: (call) => {
      const second = nowSeconds(clock)
      const hour = hourOf(second)
      if (call.asker !== undefined) {
        for (const user_id of [everybody, call.asker.userId]) add({ user_id, hour, count: 1 })
      }
      const row = rowFor(call, second)
      if (row !== undefined) keep(row)
      if (writing === undefined) writeSoon()
    },
    sweep: async () => {
      const before = nowSeconds(clock) - options.get('FailedCallDays') * secondsPerDay
      const old = { table: 'failed_calls', before, limit: batchSize } as const
      while ((await deleteOldest(database.query, old)) >= batchSize);
    },
    drain: async () => {
      await writing
      await write()
    },
  }
}
