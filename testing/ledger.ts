import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/db/database.ts'
import { openReserve } from '#server/db/sqlite/reserve.ts'
import { openSpool, type Spool } from '#server/db/sqlite/spool.ts'
import { findToken } from '#server/db/tokens.ts'
import { findUser } from '#server/db/users.ts'
import type { Accounts } from '#server/domain/money/accounts.ts'
import { createLedger, type Ledger } from '#server/domain/money/ledger.ts'
import { createSettlements, type Settlements } from '#server/domain/money/settlements.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'

export const quiet = createLog({ level: 'silent' })

/** What accounts read from a database, as the gateway gives it to them. */
export const loadersOf = (database: Database) => ({
  loadUser: async (id: number) => {
    const row = await findUser(database.query, id)
    return row && { quota: row.quota, unlimited: false }
  },
  loadToken: async (id: number) => {
    const row = await findToken(database.query, id)
    return row && { quota: row.remain_quota, unlimited: row.unlimited_quota === 1 }
  },
})

export type TestLedger = {
  ledger: Ledger
  accounts: Accounts
  settlements: Settlements
  spool: Spool
  /** Stores everything and leaves no file behind; the database stays open. */
  close: () => Promise<void>
}

/** A ledger over the given accounts and database, with a spool of its own. */
export const openTestLedger = async (database: Database, accounts: Accounts): Promise<TestLedger> => {
  const folder = await mkdtemp(join(tmpdir(), 'spool-'))
  const spool = await openSpool(join(folder, 'spool.sqlite'), quiet)
  const reserve = await openReserve(join(folder, 'charges.reserve'))
  const settlements = createSettlements({ database, spool, reserve, accounts, clock: systemClock, log: quiet })
  return {
    ledger: createLedger({ accounts, settlements, database, clock: systemClock }),
    accounts,
    settlements,
    spool,
    close: async () => {
      await settlements.drain()
      await spool.close()
      await reserve.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const userQuota = async (database: Database, id = 1): Promise<number> =>
  (await findUser(database.query, id))?.quota ?? 0

export const tokenQuota = async (database: Database, id = 1): Promise<number> =>
  (await findToken(database.query, id))?.remain_quota ?? 0

/** The codes with which the rejected ones were refused, each with how often. */
export const refusalsOf = (outcomes: readonly PromiseSettledResult<unknown>[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue
    const code = String(outcome.reason?.code ?? outcome.reason)
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

/** Lets all go on once so many have arrived. */
export const createBarrier = (count: number): (() => Promise<void>) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived === count) resolve()
    return promise
  }
}
