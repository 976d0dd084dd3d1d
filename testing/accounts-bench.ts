import { afterEach } from 'vitest'
import type { Database, Engine } from '#server/db/database.ts'
import type { Accounts } from '#server/domain/money/accounts.ts'
import { openTestDatabase } from './database.ts'
import { loadersOf, openTestLedger, type TestLedger } from './ledger.ts'
import { settlement } from './rows.ts'

type Loaders = ReturnType<typeof loadersOf>
export type OpenAccounts = (loaders: Loaders, patienceMs: number) => Promise<Accounts & { close?: () => Promise<void> }>

/** Opens what is tested, and closes it behind each test. */
export type AccountsBench = {
  open: () => Promise<Database>
  openOver: (database: Database, options?: { loaders?: Loaders; patienceMs?: number }) => Promise<TestLedger>
  /** One call from start to end: what it costs is held and then charged. */
  call: (rig: TestLedger, cost: number, userId?: number, tokenId?: number) => Promise<void>
}

export const createAccountsBench = (engine: Engine, openAccounts: OpenAccounts): AccountsBench => {
  const opened: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close()
  })

  const open = async () => {
    const { database, remove } = await openTestDatabase(engine)
    opened.push(remove)
    return database
  }

  const openOver = async (
    database: Database,
    { loaders = loadersOf(database), patienceMs = 10_000 }: { loaders?: Loaders; patienceMs?: number } = {},
  ): Promise<TestLedger> => {
    const accounts = await openAccounts(loaders, patienceMs)
    if (accounts.close !== undefined) opened.push(accounts.close)
    const rig = await openTestLedger(database, accounts)
    opened.push(rig.close)
    return rig
  }

  const call = async ({ ledger }: TestLedger, cost: number, userId = 1, tokenId = 1) => {
    const hold = await ledger.hold({ userId, tokenId, amount: cost, least: cost })
    await ledger.settle(hold, settlement({ userId, tokenId, quota: cost }))
  }

  return { open, openOver, call }
}
