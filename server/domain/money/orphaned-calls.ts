import type { Database } from '../../db/database.ts'
import { isUnavailable } from '../../db/failures.ts'
import { deleteRunningCalls, listRunningCalls, listRunningHolders } from '../../db/settling/running-calls.ts'
import type { Settlement } from '../../db/settling/settlement.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { type Accounts, forgetCharged } from './accounts.ts'

/** Finds the calls of processes that have ended, and charges them. */
export type LeftCalls = { charge: () => Promise<void> }

/**
 * A process that says nothing for so long while we look on has ended. No clock is compared with another node's: each
 * word of a process has a number, and we measure for how long it stays the same.
 */
export const longestSilenceMs = 20_000
/** Who did not look for so long may have been asleep himself: he begins to look anew. */
const longestBetweenLooksMs = 12_000
const batchSize = 500

/** `holder`: who we are ourselves. */
export const createLeftCalls = ({
  database,
  accounts,
  noteCharge,
  clock,
  log,
  holder: own,
}: RunningCallsParts & { holder: string }): LeftCalls => {
  /** The last number heard of each other process, and since when. */
  const heard = new Map<string, { beat: number; since: number }>()
  let lookedAt = Number.NEGATIVE_INFINITY
  /** Charges that the database takes for a mistake stay where they are, and are spoken of once. */
  const refused = new Set<string>()
  let isFirst = true

  const refuse = (requestId: string, error: unknown): void => {
    if (!refused.has(requestId)) log.error('a call that was cut off cannot be charged', { requestId, error })
    refused.add(requestId)
  }

  /** Known by their request ids: what was charged before its process ended changes nothing. */
  const settle = async (settlements: readonly Settlement[]): Promise<Settlement[]> => {
    const outcomes = await Promise.allSettled(settlements.map((settlement) => database.settle([settlement])))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected' && isUnavailable(outcome.reason)) throw outcome.reason
    }
    return settlements.filter(({ requestId }, index) => {
      const outcome = outcomes[index]
      if (outcome?.status === 'rejected') refuse(requestId, outcome.reason)
      return outcome?.status === 'fulfilled'
    })
  }

  const chargeAll = async (holder: string): Promise<void> => {
    let after = ''
    let charged = 0
    for (;;) {
      const rows = await listRunningCalls(database.query, { holder, after, limit: batchSize })
      for (const { requestId, settlement } of rows) {
        if (settlement === undefined) refuse(requestId, new Error('it cannot be read'))
      }
      const stored = await settle(rows.flatMap(({ settlement }) => settlement ?? []))
      for (const settlement of stored) {
        forgetCharged(accounts, settlement)
        noteCharge(settlement.userId)
      }
      await deleteRunningCalls(
        database.query,
        holder,
        stored.map(({ requestId }) => requestId),
      )
      charged += stored.length
      const last = rows.at(-1)
      if (last === undefined || rows.length < batchSize) break
      after = last.requestId
    }
    if (charged > 0) log.info('calls are charged that ended with their process', { calls: charged })
  }

  const hasEnded = ({ holder, beat }: { holder: string; beat: number }, askedAt: number): boolean => {
    const known = heard.get(holder)
    if (known?.beat === beat) return askedAt - known.since >= longestSilenceMs
    heard.set(holder, { beat, since: clock.monotonic() })
    return false
  }

  return {
    charge: async () => {
      // SQLite's folder has one owner: whoever else wrote into it has ended before we began.
      const isAlone = database.engine === 'sqlite'
      if (isAlone && !isFirst) return
      const askedAt = clock.monotonic()
      if (askedAt - lookedAt > longestBetweenLooksMs) heard.clear()
      const others = (await listRunningHolders(database.query)).filter(({ holder }) => holder !== own)
      lookedAt = clock.monotonic()
      for (const holder of heard.keys()) if (!others.some((other) => other.holder === holder)) heard.delete(holder)
      for (const other of others) {
        if (isAlone || hasEnded(other, askedAt)) await chargeAll(other.holder)
      }
      isFirst = false
    },
  }
}

export type RunningCallsParts = {
  database: Database
  accounts: Pick<Accounts, 'forgetUser' | 'forgetToken'>
  /** Told of every user who was charged. */
  noteCharge: (userId: number) => void
  clock: Clock
  log: Log
}
