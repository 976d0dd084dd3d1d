import type { Database } from '../../db/database.ts'
import { keepTaskHold, listLeftHolds, renewTaskHolds, type TaskName, takeOverTaskHold } from '../../db/task-holds.ts'
import { type Clock, mostApartSeconds, nowSeconds } from '../../lib/clock.ts'
import { randomBytesText } from '../../lib/identifiers.ts'
import type { Log } from '../../lib/log.ts'
import type { Hold } from '../money/accounts.ts'
import type { Ledger } from '../money/ledger.ts'
import { taskOfRow } from './task.ts'

/**
 * What is set aside for tasks whose price is only known at their end. It is held by a process, and written down beside
 * the task, so that another one holds it when that has ended.
 */
export type TaskHolds = {
  setAside: (task: TaskName, hold: Hold) => Promise<void>
  find: (task: TaskName) => Hold | undefined
  /** Once it is settled or released. */
  drop: (task: TaskName) => void
  /** Every now and then: says that this process still holds, and gives back what is held for what is over elsewhere. */
  keepUp: () => Promise<void>
  /** Does that at once, and takes over what processes held that have ended. */
  takeOver: () => Promise<void>
}

type Parts = {
  database: Database
  clock: Clock
  log: Log
  ledger: Pick<Ledger, 'hold' | 'release'>
  /** Whether there is no other process on the same database: what another one held is held by nobody then. */
  isAlone: boolean
}

/** A process that did not say for so long that it holds something has ended: its clock may be behind this one. */
const leaseSeconds = 90 + mostApartSeconds
const betweenRenewalsMs = 20_000
const mostTakenOver = 1000

export const createTaskHolds = ({ database, clock, log, ledger, isAlone }: Parts): TaskHolds => {
  const { query } = database
  const holder = randomBytesText(9)
  const holds = new Map<string, { task: TaskName; hold: Hold }>()
  let renewedAt = Number.NEGATIVE_INFINITY

  const write = (task: TaskName, { amount }: Hold): Promise<boolean> =>
    keepTaskHold(query, task, { amount, holder, until: nowSeconds(clock) + leaseSeconds })

  /** What is over, and was seen to on another node, needs nothing any more. */
  const renew = async (): Promise<void> => {
    const held = new Set((await renewTaskHolds(query, { holder, until: nowSeconds(clock) + leaseSeconds })).map(keyOf))
    for (const [key, { task, hold }] of [...holds]) {
      if (held.has(key) || (await write(task, hold)) || holds.get(key)?.hold !== hold) continue
      holds.delete(key)
      ledger.release(hold)
    }
  }

  const takeLeft = async (): Promise<void> => {
    const now = nowSeconds(clock)
    const until = now + leaseSeconds
    const wish = { holder, until: isAlone ? until : now, now, ahead: leaseSeconds, limit: mostTakenOver }
    const again = (await listLeftHolds(query, wish)).map(async (row) => {
      if (!(await takeOverTaskHold(query, row, { holder, until }))) return
      const task = taskOfRow(row)
      const who = { userId: task.userId, tokenId: task.owed?.tokenId ?? 0 }
      holds.set(keyOf(task), { task, hold: await ledger.hold({ ...who, amount: row.held, least: 1 }) })
    })
    for (const outcome of await Promise.allSettled(again)) {
      if (outcome.status === 'rejected') log.debug('nothing is left to set aside again', { error: outcome.reason })
    }
  }

  const takeOver = async (): Promise<void> => {
    renewedAt = clock.monotonic()
    if (holds.size > 0) await renew()
    await takeLeft()
  }

  return {
    setAside: async (task, hold) => {
      holds.set(keyOf(task), { task, hold })
      await write(task, hold).catch((error: unknown) => log.warn(lostHold, { task: task.taskId, error }))
    },
    find: (task) => holds.get(keyOf(task))?.hold,
    drop: (task) => void holds.delete(keyOf(task)),
    keepUp: async () => {
      if (clock.monotonic() - renewedAt >= betweenRenewalsMs) await takeOver()
    },
    takeOver,
  }
}

const lostHold = 'what was set aside for a task is lost if this process ends'

const keyOf = ({ userId, platform, taskId }: TaskName): string => `${userId} ${platform} ${taskId}`
