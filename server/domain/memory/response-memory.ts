import type { Database } from '../../db/database.ts'
import { deleteOldest } from '../../db/delete-oldest.ts'
import { deleteRememberedResponse, keepRememberedResponses } from '../../db/remembered-responses.ts'
import type { RememberedResponseRow } from '../../db/schema.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Vault } from '../../lib/vault.ts'
import type { Options } from '../options.ts'
import { createWriteBehind } from '../write-behind.ts'
import { createMemoryReader, keyOf, type RememberedResponse } from './memory-reader.ts'
import { createRoomOfUsers } from './room-of-users.ts'

/** An answer, and what it was asked in this turn alone, as JSON texts. */
type ToldResponse = { id: string; previousId: string | undefined; input: string; response: string }

/** A chain that is known to be whole, before any of it is read. */
export type FoundChain = { ids: readonly string[]; bytes: number }

/** Answers that are kept here, as their upstreams speak dialects that keep none: each user's own. */
export type ResponseMemory = {
  isOn: () => boolean
  /** Takes a note, which is written behind the call. */
  remember: (userId: number, told: ToldResponse) => void
  /** An answer and those that it goes on from, the newest first; undefined where one of them is missing. */
  findChain: (userId: number, id: string) => Promise<FoundChain | undefined>
  /** Those of them that are there, by their ids. */
  read: (userId: number, ids: readonly string[]) => Promise<ReadonlyMap<string, RememberedResponse>>
  /** False where there was none. */
  forget: (userId: number, id: string) => Promise<boolean>
  /** Deletes what is too old. */
  sweep: () => Promise<void>
  /** Resolves when every note is written, or cannot be just now. */
  drain: () => Promise<void>
}

type Parts = {
  database: Database
  options: Options
  vault: Vault
  clock: Clock
  log: Log
  /** Whether there is no other node, which may be about to write what is looked for here. */
  isAlone: boolean
}

/** What may wait to be written while the database is slow or away; beyond this nothing more is remembered. */
const mostWaitingBytes = 64 * 1024 * 1024
const mostWaiting = 10_000
const mostInStatement = 4 * 1024 * 1024
const daySeconds = 24 * 3600
const batchSize = 500

export const createResponseMemory = ({ database, options, vault, clock, log, isAlone }: Parts): ResponseMemory => {
  const room = createRoomOfUsers({ database, options, log })
  let waitingBytes = 0
  let waiting = 0

  const store = async (rows: readonly RememberedResponseRow[]): Promise<void> => {
    for (const some of inStatements(rows)) await keepRememberedResponses(database.query, some)
    for (const { size } of rows) waitingBytes -= size
    waiting -= rows.length
    await room.taken(rows)
  }
  const notes = createWriteBehind<RememberedResponseRow>(store, (error) =>
    log.error('responses could not be remembered; it is tried again', { error }),
  )

  const isOn = (): boolean => options.get('ResponseMemoryDays') > 0
  const since = (): number => nowSeconds(clock) - options.get('ResponseMemoryDays') * daySeconds

  const { findLinks, read } = createMemoryReader({ database, vault, log, isAlone, since, waiting: notes.find })

  return {
    isOn,
    remember: (userId, { id, previousId, input, response }) => {
      const sealed = vault.seal(`{"input":${input},"response":${response}}`)
      const size = sealed.length
      if (waiting >= mostWaiting || waitingBytes + size > mostWaitingBytes || size > room.most()) {
        log.warn('a response is not remembered: there is no room for it', { user: userId, response: id, size })
        return
      }
      waitingBytes += size
      waiting += 1
      const previous_id = previousId ?? null
      const created_at = nowSeconds(clock)
      notes.note([[keyOf(userId, id), { user_id: userId, response_id: id, previous_id, created_at, size, sealed }]])
    },
    findChain: async (userId, id) => {
      const links = isOn() ? await findLinks(userId, id) : []
      if (links.at(-1)?.previous_id !== null) return undefined
      return { ids: links.map(({ response_id }) => response_id), bytes: links.reduce((sum, { size }) => sum + size, 0) }
    },
    read: async (userId, ids) => (isOn() && ids.length > 0 ? read(userId, ids) : new Map()),
    forget: async (userId, id) => {
      // What is being written is deleted when it is there.
      await notes.drain()
      return deleteRememberedResponse(database.query, userId, id)
    },
    sweep: async () => {
      const old = { table: 'remembered_responses', before: since(), limit: batchSize } as const
      while ((await deleteOldest(database.query, old)) >= batchSize);
    },
    drain: notes.drain,
  }
}

function* inStatements(rows: readonly RememberedResponseRow[]): Generator<RememberedResponseRow[]> {
  let some: RememberedResponseRow[] = []
  let bytes = 0
  for (const row of rows) {
    if (bytes + row.size > mostInStatement && some.length > 0) {
      yield some
      some = []
      bytes = 0
    }
    some.push(row)
    bytes += row.size
  }
  if (some.length > 0) yield some
}
