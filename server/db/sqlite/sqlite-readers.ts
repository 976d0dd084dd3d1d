import type { Log } from '../../lib/log.ts'
import type { SqliteRows } from './sqlite-messages.ts'
import { SqliteThread } from './sqlite-thread.ts'

/** The threads that read, so that a long list does not keep others waiting. */
export type SqliteReaders = {
  read: (sql: string, parameters: readonly unknown[]) => Promise<SqliteRows>
  close: () => Promise<void>
}

/** As long as most reads take at most; a thread takes 8 MB. */
const worthWaitingMs = 100
const restsAfterMs = 60_000

export const createSqliteReaders = (file: string, log: Log): SqliteReaders => {
  const first = new SqliteThread('reader', file, log)
  /** Started for those whom the first keeps waiting, and ended when nobody needed it for a while. */
  const second = new SqliteThread('reader', file, log)
  const held: (() => void)[] = []
  let patience: NodeJS.Timeout | undefined
  let untilRest: NodeJS.Timeout | undefined

  const send = async (sql: string, parameters: readonly unknown[]): Promise<SqliteRows> => {
    const isSecond = untilRest !== undefined && second.load < first.load
    const begun = performance.now()
    try {
      return await (isSecond ? second : first).query(sql, parameters)
    } finally {
      // What is read in a moment would have waited.
      if (isSecond && performance.now() - begun >= worthWaitingMs) untilRest?.refresh()
      held.shift()?.()
    }
  }

  const sendAll = (): void => {
    for (const next of held.splice(0)) next()
  }

  const startSecond = (): void => {
    patience = undefined
    if (held.length === 0) return
    untilRest = setTimeout(restSecond, restsAfterMs).unref()
    sendAll()
  }

  const restSecond = (): void => {
    if (second.load > 0) {
      untilRest?.refresh()
      return
    }
    untilRest = undefined
    second.rest()
  }

  return {
    read: (sql, parameters) => {
      if (first.load === 0 || untilRest !== undefined) return send(sql, parameters)
      patience ??= setTimeout(startSecond, worthWaitingMs)
      return new Promise((resolve, reject) => held.push(() => send(sql, parameters).then(resolve, reject)))
    },
    close: async () => {
      clearTimeout(patience)
      clearTimeout(untilRest)
      sendAll()
      await Promise.all([first.close(), second.close()])
    },
  }
}
