import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './schema.ts'
import type { KnownCharges, Settlement } from './settling/settlement.ts'

/** Anything a query function can run on: the database itself or a transaction. */
export type Executor = Kysely<Tables>

/** For what is only right as a whole: steps that must happen together or not at all. */
export type OpenTransaction = Transaction<Tables>

export type Engine = 'sqlite' | 'postgres'

export type Database = {
  readonly engine: Engine
  /** Single statements. On SQLite reads go to reader threads, writes to the writer. */
  readonly query: Executor
  /**
   * For what calls and changes wait for: rows by their key, which a database that is well has at once. On PostgreSQL it
   * has connections of its own, which are given up early, so that neither reports nor dead connections keep it waiting.
   */
  readonly quick: Executor
  /** Runs `work` in one transaction; serialisation failures and deadlocks are tried again, at most three times. */
  transaction: <Result>(work: (transaction: OpenTransaction) => Promise<Result>) => Promise<Result>
  /** Commits settlements in one batch. Those already known by `requestId` change nothing, and are told. */
  settle: (settlements: readonly Settlement[]) => Promise<KnownCharges>
  /** Rejects when the database cannot serve. */
  ping: () => Promise<void>
  close: () => Promise<void>
}
