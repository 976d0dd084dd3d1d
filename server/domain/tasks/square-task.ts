import { type LogOther, logOther } from '#contract/logs.ts'
import { refundOf } from '#contract/request-ids.ts'
import type { Database } from '../../db/database.ts'
import { forgetTask, noteSquaredTask } from '../../db/tasks.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Hold } from '../money/accounts.ts'
import type { Ledger, Settlement } from '../money/ledger.ts'
import type { Task } from './task.ts'
import type { TaskHolds } from './task-holds.ts'

type Parts = { database: Database; clock: Clock; ledger: Ledger; holds: TaskHolds }

/** What the end of a task means for its charge, done as often as anybody likes and happening once. */
export type SquareTask = (task: Task) => Promise<void>

/**
 * What was finished stays charged; of what failed the charge is given back by a row of its own, to user, token and
 * channel alike, and so is an estimate in whose place there is a receipt. Where nothing was charged before the end there
 * is only the receipt, which takes what was set aside. All have request ids that the books take once, so that neither a
 * second node nor a process that ended in between makes a difference: who comes after finds what is missing and adds it.
 */
export const createSquareTask = ({ database, clock, ledger, holds }: Parts): SquareTask => {
  const underWay = new Map<number, Promise<void>>()

  const square = async (task: Task): Promise<void> => {
    const { charge, receipt } = task
    const held = holds.find(task)
    if (charge !== undefined) await settleOnce(ledger, charge)
    // First what it costs: an estimate that was given back could be spent in between.
    if (receipt !== undefined) await settleOnce(ledger, receipt, held)
    if (charge !== undefined && (task.status === failed || receipt !== undefined)) {
      await settleOnce(ledger, refundFor(charge, task, nowSeconds(clock)))
    }
    if (held !== undefined) ledger.release(held)
    holds.drop(task)
    // Of those that are not paid in advance nobody is told by this row.
    if (task.owed === undefined) await noteSquaredTask(database.query, task.id)
    else await forgetTask(database.query, task.id)
  }

  // Whoever comes meanwhile waits for what is being done: an account that is charged twice for a moment has too little.
  return (task) => {
    const begun = underWay.get(task.id)
    if (begun !== undefined) return begun
    const squaring = square(task).finally(() => underWay.delete(task.id))
    underWay.set(task.id, squaring)
    return squaring
  }
}

/** How every platform says so. */
const failed = 'FAILURE'

const settleOnce = async (ledger: Ledger, settlement: Settlement, held?: Hold): Promise<void> => {
  if (await ledger.isSettled(settlement.requestId)) return
  const { userId, tokenId } = settlement
  const hold = held?.state === 'open' ? held : await ledger.hold({ userId, tokenId, amount: 0, least: 0 })
  await ledger.settle(hold, settlement)
}

const refundFor = (charge: Settlement, task: Task, now: number): Settlement => ({
  ...charge,
  requestId: refundOf(charge.requestId),
  createdAt: now,
  quota: opposite(charge.quota),
  useTime: 0,
  durationMs: 0,
  content: task.failReason === '' ? charge.content : `${charge.content}: ${task.failReason}`,
  other: JSON.stringify({ ...withCostBack(logOther.parse(JSON.parse(charge.other))), refund_of: charge.requestId }),
  counted: false,
})

/** What it would have cost the operator is taken back as well: of both rows together nothing is left. */
const withCostBack = (other: LogOther): LogOther => {
  const { admin_info: info } = other
  return info?.cost === undefined ? other : { ...other, admin_info: { ...info, cost: opposite(info.cost) } }
}

const opposite = (amount: number): number => (amount === 0 ? 0 : -amount)
