import type { Database } from '../db/database.ts'
import { deleteOldest } from '../db/delete-oldest.ts'
import type { StoredResponseRow } from '../db/schema.ts'
import { deleteStoredResponse, findStoredResponse, keepStoredResponses } from '../db/stored-responses.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { createLookAgain } from './look-again.ts'
import { createWriteBehind } from './write-behind.ts'

/** An answer that an upstream keeps for a user. */
export type StoredResponse = {
  userId: number
  id: string
  channelId: number
  /** The place, among the channel's keys, of the one it was made with. */
  keyPlace: number
  /** Tokens that whoever goes on from it reads of the turns before, itself among them, where that is known. */
  contextTokens?: number | undefined
}

/** Which channel keeps which answer: upstreams know an answer by its id only where it was made. */
export type StoredResponses = {
  /** Takes a note, which is written behind the call. */
  remember: (response: StoredResponse) => void
  /** Undefined also where it is another user's. */
  find: (userId: number, id: string) => Promise<StoredResponse | undefined>
  /** After the upstream has deleted it. */
  forget: (userId: number, id: string) => Promise<void>
  /** Deletes what no upstream keeps any more. */
  sweep: () => Promise<void>
  /** Resolves when every note is written, or cannot be just now. */
  drain: () => Promise<void>
}

const keptForSeconds = 31 * 24 * 3600
const longestId = 256
const batchSize = 500

type Parts = {
  database: Database
  clock: Clock
  log: Log
  isAlone: boolean
  /** Resolves when what answers owe is written: no other node may find one, and delete it, before it finds that. */
  whatIsOwed: () => Promise<void>
}

export const createStoredResponses = ({ database, clock, log, isAlone, whatIsOwed }: Parts): StoredResponses => {
  const lookAgain = createLookAgain(isAlone)
  const notes = createWriteBehind<StoredResponseRow>(
    async (rows) => {
      await whatIsOwed()
      await keepStoredResponses(database.query, rows)
    },
    (error) => log.error('stored responses could not be noted; it is tried again', { error }),
  )

  return {
    remember: (response) => {
      if (response.id.length > longestId) return
      notes.note([[keyOf(response), rowOf(response, nowSeconds(clock))]])
    },
    find: async (userId, id) => {
      if (id.length > longestId) return undefined
      const noted = notes.find(keyOf({ userId, id }))
      const look = () => findStoredResponse(database.query, userId, id)
      const row = noted ?? (await lookAgain(look, (found) => found !== undefined))
      return row && responseOf(row)
    },
    forget: async (userId, id) => {
      await notes.forget(keyOf({ userId, id }))
      await deleteStoredResponse(database.query, userId, id)
    },
    sweep: () => deleteBefore(database, nowSeconds(clock) - keptForSeconds),
    drain: notes.drain,
  }
}

const keyOf = ({ userId, id }: Pick<StoredResponse, 'userId' | 'id'>): string => `${userId} ${id}`

const rowOf = (response: StoredResponse, now: number): StoredResponseRow => ({
  user_id: response.userId,
  response_id: response.id,
  channel_id: response.channelId,
  key_place: response.keyPlace,
  created_at: now,
  context_tokens: response.contextTokens ?? null,
})

const deleteBefore = async (database: Database, before: number): Promise<void> => {
  const old = { table: 'stored_responses', before, limit: batchSize } as const
  while ((await deleteOldest(database.query, old)) >= batchSize);
}

const responseOf = (row: StoredResponseRow): StoredResponse => ({
  userId: row.user_id,
  id: row.response_id,
  channelId: row.channel_id,
  keyPlace: row.key_place,
  contextTokens: row.context_tokens ?? undefined,
})
