import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Log } from '../../lib/log.ts'
import { engineFailure } from '../failures.ts'
import { createGroupCommit } from '../settling/group-commit.ts'
import { noneKnown, type Settlement } from '../settling/settlement.ts'
import { readStoredSettlement } from '../settling/stored-settlement.ts'
import { SqliteThread } from './sqlite-thread.ts'

/** A local file for settlements that the database could not take yet. */
export type Spool = {
  /** Resolves once the settlement is on the disk. Those that arrive together share one commit. */
  append: (settlement: Settlement) => Promise<void>
  /** Oldest first. */
  read: (limit: number) => Promise<Settlement[]>
  remove: (settlements: readonly Settlement[]) => Promise<void>
  close: () => Promise<void>
}

export const openSpool = async (file: string, log: Log): Promise<Spool> => {
  await mkdir(dirname(file), { recursive: true }).catch((error: unknown) => {
    throw engineFailure(error)
  })
  // Every step is one statement, so the thread's own order is all the order there has to be.
  const thread = new SqliteThread('writer', file, log)
  try {
    await thread.query(createTable, [])
  } catch (error) {
    await thread.close().catch(() => {})
    throw error
  }
  // Nobody else writes to it, and as a rule nothing is in it: it is looked into again when something may be.
  let isEmpty = false
  const appending = createGroupCommit(async (settlements) => {
    isEmpty = false
    await thread.query(insert, [JSON.stringify(settlements)])
    return noneKnown
  })
  return {
    append: async (settlement) => {
      await appending.settle([settlement])
    },
    read: async (limit) => {
      if (isEmpty) return []
      isEmpty = true
      const { rows } = await thread.query(select, [limit]).catch((error: unknown) => {
        isEmpty = false
        throw error
      })
      isEmpty &&= rows.length === 0
      if (isEmpty) thread.rest()
      return rows.flatMap((row) => parse(row, log))
    },
    remove: async (settlements) => {
      if (settlements.length === 0) return
      await thread.query(remove, [JSON.stringify(settlements.map(({ requestId }) => requestId))])
    },
    close: async () => {
      await appending.idle()
      await thread.close()
    },
  }
}

const createTable = `create table if not exists settlements (
  position integer primary key, request_id text not null unique, settlement text not null
)`
const insert = `insert into settlements (request_id, settlement)
  select value ->> 'requestId', value from json_each(?) where true on conflict (request_id) do nothing`
const select = 'select request_id, settlement from settlements order by position limit ?'
const remove = 'delete from settlements where request_id in (select value from json_each(?))'

/** One that cannot be read stays in the file for its operator, and must not keep the others there. */
const parse = ({ request_id: requestId, settlement }: Record<string, unknown>, log: Log): Settlement[] => {
  try {
    return [readStoredSettlement(JSON.parse(String(settlement)))]
  } catch (error) {
    log.error('a charge in the spool cannot be read', { requestId, error })
    return []
  }
}
