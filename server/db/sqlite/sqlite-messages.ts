import type { SettlementValues } from './settlement-values.ts'

/** What the main thread asks a SQLite thread, and what it answers. Plain values only: they are copied between threads. */
export type SqliteRole = 'writer' | 'reader'

export type SqliteWorkerData = { role: SqliteRole; file: string }

export type SqliteRequest =
  | { id: number; kind: 'query'; sql: string; parameters: readonly unknown[] }
  | { id: number; kind: 'settle'; values: SettlementValues }
  | { id: number; kind: 'check' }
  | { id: number; kind: 'close' }

export type SqliteRows = { rows: Record<string, unknown>[]; changes: number; insertId: number }

export type SqliteAnswer =
  | { id: number; result: SqliteRows | undefined }
  | { id: number; failure: { message: string; code: string; errcode: number } }
