import { closeEach } from '../../lib/close-each.ts'
import { withDeadline } from '../../lib/deadline.ts'
import type { Log } from '../../lib/log.ts'
import { isUnavailable, patienceMs, waitedTooLong } from '../failures.ts'
import { type SettlementOutcome, type SettleSoon, settlingAtOnce } from '../settling/batched-settling.ts'
import { createGroupCommit } from '../settling/group-commit.ts'
import type { Settlement } from '../settling/settlement.ts'
import type { Commit } from '../settling/slow-commits.ts'
import { type ChargeJournal, openChargeJournal, UnreadableCharges } from './charge-journal.ts'

type Journaled = { settlement: Settlement; outcome: SettlementOutcome }

export type JournaledSettlements = {
  settleSoon: SettleSoon
  /** Resolves when queries see everything that was durable when it was asked; undefined: they do. */
  caughtUp: () => Promise<void> | undefined
  /**
   * Does what changes something while the database has everything and the journal holds none of it. Who waited for that
   * is told how long he may wait yet.
   */
  whileEmpty: <Result>(work: (waitMs: number) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/**
 * Where SQLite's charges are kept until the database has them. One that is off takes none: what an earlier process left in
 * it is stored, and charges wait for the database, as they do without a journal.
 */
export type JournalChoice = { file: string; isOn: boolean }

type Parts = {
  /** Takes them to the database. */
  settle: Commit
  tellingSlow: (commit: Commit) => Commit
  log: Log
}

/** Milliseconds. For so long a charge may be in the journal only, unless somebody asks the database before. */
const longestStay = 25
/**
 * A lone call is answered sooner by the journal. A crowd shares a commit of the database, which then costs it less
 * than both.
 */
const mostInJournal = 32
/** Milliseconds between two times that it is emptied without need: each is a write to the disk. */
const betweenClearings = 1000

/**
 * Charges are durable in the journal first, and reach the database some at a time, without anybody waiting. What an
 * earlier process left there reaches it now. Undefined where there is no journal: charges wait for the database.
 */
export const openJournaledSettlements = async (
  { file, isOn }: JournalChoice,
  parts: Parts,
): Promise<JournaledSettlements | undefined> => {
  const journal = await openIfPossible(file, parts.log)
  if (journal === undefined) return undefined
  try {
    if ((await storeLeft(journal, parts)) && isOn) return createJournaledSettlements(journal, parts)
  } catch (error) {
    await journal.close()
    throw error
  }
  await journal.close()
  return undefined
}

const openIfPossible = async (file: string, log: Log): Promise<ChargeJournal | undefined> => {
  // Files that are written to the disk at once cannot be opened there.
  if (process.platform === 'win32') return undefined
  try {
    const journal = await openChargeJournal(file)
    if (journal === undefined) log.warn('another process has the journal of charges')
    return journal
  } catch (error) {
    if (error instanceof UnreadableCharges) throw error
    log.error('the journal of charges cannot be opened', { error })
    return undefined
  }
}

/** False: the database refuses some, which stay where they are for the operator. */
const storeLeft = async (journal: ChargeJournal, { settle, log }: Parts): Promise<boolean> => {
  const { left } = journal
  if (left.length === 0) return true
  // One by one, so that one that is refused keeps back no other; the database commits them together all the same.
  const outcomes = await Promise.allSettled(left.map((settlement) => settle([settlement])))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  for (const { reason } of refused) if (isUnavailable(reason)) throw reason
  log.info('charges that an earlier process left in the journal are stored', { charges: left.length - refused.length })
  for (const { reason } of refused) log.error('the database refuses a charge of the journal', { error: reason })
  if (refused.length === 0) await journal.clear()
  return refused.length === 0
}

const createJournaledSettlements = (
  journal: ChargeJournal,
  { settle, tellingSlow, log }: Parts,
): JournaledSettlements => {
  const storeAtOnce = settlingAtOnce(settle)
  let waiting: Journaled[] = []
  let appending = 0
  let timer: NodeJS.Timeout | undefined
  let moving: Promise<void> | undefined
  let clearingIsDueAt = 0
  /** Nothing is written to it until it is emptied. */
  let isFull = false
  /** Changes that want it empty. Until they are over charges wait for the database. */
  let changes = 0
  /** Nothing is written to it any more: it failed, or not all that it holds is safe elsewhere. */
  let isGivenUp = false

  const giveUp = (error: unknown): void => {
    if (!isGivenUp) log.error('the journal of charges is not used any more', { error })
    isGivenUp = true
  }

  const appended = createGroupCommit(
    tellingSlow(async (settlements) => {
      const isDurable = await journal.append(settlements).catch(giveUp)
      if (isDurable === false) isFull = true
      if (isDurable !== true) throw new Error('the journal did not take them')
    }),
  )

  const append = (settlement: Settlement): Promise<boolean> =>
    appended.settle([settlement]).then(
      () => true,
      // The database says what is wrong with it, if anything is.
      () => false,
    )

  const move = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    const moved = Promise.all([moving, ...batch.map(moveOne)]).then(() => {
      if (moving !== moved) return
      moving = undefined
      if (isFull || performance.now() >= clearingIsDueAt) void clear()
    })
    moving = moved
    return moved
  }

  const moveOne = ({ settlement, outcome }: Journaled): Promise<void> =>
    settle([settlement]).then(outcome.stored, outcome.refused).catch(giveUp)

  /** Where all of it is in the database. */
  const clear = async (): Promise<void> => {
    if (waiting.length > 0 || appending > 0 || moving !== undefined || isGivenUp) return
    clearingIsDueAt = performance.now() + betweenClearings
    await journal.clear().then(() => {
      isFull = false
    }, giveUp)
  }

  const caughtUp = () => (waiting.length > 0 ? move() : moving)

  const moveOut = async () => {
    do {
      await appended.idle()
      await caughtUp()
    } while (appending > 0 || waiting.length > 0 || moving !== undefined)
    await clear()
  }

  return {
    settleSoon: async (settlement, outcome) => {
      const isCrowded = waiting.length + appending >= mostInJournal
      if (isGivenUp || isFull || isCrowded || changes > 0) return storeAtOnce(settlement, outcome)
      appending += 1
      const isDurable = await append(settlement)
      if (isDurable) waiting.push({ settlement, outcome })
      // Not before it stands among those that wait: the journal is cleared when there is nobody.
      appending -= 1
      timer ??= setTimeout(move, longestStay)
      if (!isDurable) return storeAtOnce(settlement, outcome)
    },
    caughtUp,
    whileEmpty: async (work) => {
      const endsAt = performance.now() + patienceMs
      changes += 1
      try {
        await withDeadline(moveOut(), patienceMs, waitedTooLong)
        return await work(Math.max(0, endsAt - performance.now()))
      } finally {
        changes -= 1
      }
    },
    close: () => closeEach([moveOut, () => clearTimeout(timer), journal.close]),
  }
}
