import { ApplicationError } from '#contract/errors.ts'
import type { Log } from '../../lib/log.ts'
import { createTurns } from '../../lib/turns.ts'
import { patienceMs, waitedTooLong } from '../failures.ts'
import type { KnownCharges } from '../settling/settlement.ts'
import type { SettlementValues } from './settlement-values.ts'
import type { SqliteRows } from './sqlite-messages.ts'
import { createSqliteReaders } from './sqlite-readers.ts'
import { SqliteThread } from './sqlite-thread.ts'

/** How long an open transaction may do nothing before it is rolled back: it keeps all other writers waiting. */
const idleLimit = 15_000

/** The writer's turn, held from `begin` to `commit` or `rollback`. */
export type WriterTurn = {
  query: (sql: string, parameters: readonly unknown[]) => Promise<SqliteRows>
  commit: () => Promise<void>
  rollback: () => Promise<void>
}

/** The threads of one database file: a writer, which everything that changes takes turns at, and readers. */
export type SqliteStorage = {
  read: (sql: string, parameters: readonly unknown[]) => Promise<SqliteRows>
  write: (sql: string, parameters: readonly unknown[]) => Promise<SqliteRows>
  begin: () => Promise<WriterTurn>
  settle: (values: SettlementValues) => Promise<KnownCharges>
  check: () => Promise<void>
  close: () => Promise<void>
}

export const createSqliteStorage = (file: string, log: Log): SqliteStorage => {
  const writer = new SqliteThread('writer', file, log)
  const readers = createSqliteReaders(file, log)
  const turns = createTurns()
  let closed = false

  const inTurn = async <Result>(work: () => Promise<Result>, turn = turns.take()): Promise<Result> => {
    const end = await turn
    try {
      assertOpen()
      return await work()
    } finally {
      end()
    }
  }

  /** Where another process has the file locked, each of those in line would wait as long as all before it. */
  const soon = () => turns.takeWithin(patienceMs, waitedTooLong)

  const assertOpen = (): void => {
    if (closed) throw new ApplicationError('storage_unavailable', {}, new Error('The database was closed'))
  }

  return {
    read: async (sql, parameters) => {
      assertOpen()
      return readers.read(sql, parameters)
    },
    write: (sql, parameters) => inTurn(() => writer.query(sql, parameters), soon()),
    begin: async () => {
      const end = await soon()
      try {
        assertOpen()
        await writer.query('begin immediate', [])
      } catch (error) {
        end()
        throw error
      }
      return openTurn(writer, end, log)
    },
    settle: (values) => inTurn(() => writer.settle(values)),
    check: async () => {
      await inTurn(() => writer.check())
    },
    close: () =>
      inTurn(async () => {
        closed = true
        await readers.close()
        await writer.close()
      }),
  }
}

const openTurn = (writer: SqliteThread, end: () => void, log: Log): WriterTurn => {
  const { generation } = writer
  let over = false
  let idle: NodeJS.Timeout

  const watch = (): void => {
    clearTimeout(idle)
    idle = setTimeout(() => {
      log.error('A transaction did nothing for too long and was rolled back')
      finish('rollback').catch(() => {})
    }, idleLimit)
  }

  const finish = async (sql: 'commit' | 'rollback'): Promise<void> => {
    clearTimeout(idle)
    if (over) {
      if (sql === 'commit') throw lost()
      return
    }
    over = true
    try {
      if (writer.generation === generation) await writer.query(sql, [])
      else if (sql === 'commit') throw lost()
    } catch (error) {
      // A commit that failed may have left the transaction open, and the next turn could not begin.
      if (sql === 'commit' && writer.generation === generation) await writer.query('rollback', [])
      throw error
    } finally {
      end()
    }
  }

  const lost = () => new ApplicationError('storage_unavailable', {}, new Error('The transaction was rolled back'))

  watch()
  return {
    query: async (sql, parameters) => {
      if (over || writer.generation !== generation) throw lost()
      clearTimeout(idle)
      try {
        return await writer.query(sql, parameters)
      } finally {
        if (!over) watch()
      }
    },
    commit: () => finish('commit'),
    rollback: () => finish('rollback'),
  }
}
