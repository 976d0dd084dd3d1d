import * as z from 'zod/mini'
import { type TokenClass, tokenClassRows } from '#pricing/token-classes.ts'
import type { Database } from '../db/database.ts'
import { deleteOldest } from '../db/delete-oldest.ts'
import {
  deleteOldResponseHolds,
  deleteResponseHold,
  keepResponseHold,
  listLeftHolds,
  renewResponseHolds,
  takeOverResponseHold,
} from '../db/response-holds.ts'
import type { StoredResponseRow } from '../db/schema.ts'
import {
  claimOwedResponse,
  claimSeconds,
  deleteStoredResponse,
  findStoredResponse,
  keepStoredResponses,
  listOwedResponses,
  releaseOwedResponse,
  releaseOwedResponses,
} from '../db/stored-responses.ts'
import { type Clock, mostApartSeconds, nowSeconds } from '../lib/clock.ts'
import { randomBytesText } from '../lib/identifiers.ts'
import type { Log } from '../lib/log.ts'
import type { Hold } from './money/accounts.ts'
import type { Ledger } from './money/ledger.ts'
import { createWriteBehind } from './money/write-behind.ts'

// seam: Object.fromEntries forgets which names these are
const tokens = Object.fromEntries(tokenClassRows.map(({ name }) => [name, z.number()])) as Record<
  TokenClass,
  z.ZodMiniNumber
>
const usage = z.object({ ...tokens, calls: z.number(), tools: z.optional(z.record(z.string(), z.number())) })

const owed = z.object({
  username: z.string(),
  userGroup: z.string(),
  acceptsUnpriced: z.boolean(),
  tokenId: z.int(),
  tokenName: z.string(),
  group: z.string(),
  model: z.string(),
  upstreamModel: z.string(),
  /** Whether a fixed price was charged when it was asked for: then only its tools are left. */
  isCallPaid: z.optional(z.boolean()),
  /** Which size of context its searches were asked for. */
  searchSize: z.optional(z.enum(['low', 'medium', 'high'])),
  /** How many times its price it costs, for a service that was asked for. */
  times: z.optional(z.number()),
  /** It is being streamed; after this second its stream is taken to have ended without a word of what it gave. */
  streamsUntil: z.optional(z.int()),
  /** What its stream gave: the charge where its upstream does not keep it after all. */
  given: z.optional(z.object({ usage, estimated: z.boolean() })),
})

/** Who pays, for which model, once an answer is finished that is made after its call has ended. */
export type Owed = z.output<typeof owed>

/** An answer that an upstream keeps for a user. */
export type StoredResponse = {
  userId: number
  id: string
  channelId: number
  /** The place, among the channel's keys, of the one it was made with. */
  keyPlace: number
  owed: Owed | undefined
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
  /** Some that are owed, to be asked for. */
  listOwed: () => Promise<StoredResponse[]>
  /** Runs `pay` unless it is paid or somebody else is at it, on whichever node. What it throws leaves it owed. */
  payOnce: (response: StoredResponse, pay: (hold: Hold | undefined) => Promise<void>) => Promise<void>
  /** What was set aside for one that is owed. It is written down, so that it outlives this process. */
  setAside: (response: StoredResponse, hold: Hold) => void
  /** Says that this process still holds what it holds, and takes over what one that has ended held or was at. */
  takeOver: () => Promise<void>
  /** Some of what was set aside for answers that were paid on another node: it is to be given back. */
  takeNeedless: () => Promise<Hold[]>
  /** Deletes what no upstream keeps any more. */
  sweep: () => Promise<void>
  /** Resolves when every note is written, or cannot be just now. */
  drain: () => Promise<void>
}

type Parts = {
  database: Database
  clock: Clock
  log: Log
  ledger: Pick<Ledger, 'hold'>
  /** Whether there is no other process on the same database: what another one held is held by nobody then. */
  isAlone: boolean
}

const keptForSeconds = 31 * 24 * 3600
/** Nobody waits longer for one that is streamed. */
export const longestStreamSeconds = 3600
const longestId = 256
const batchSize = 500
const mostAskedFor = 50
const askedForAfterSeconds = 15
/** A process that did not say for so long that it holds something has ended: its clock may be behind this one. */
const leaseSeconds = 90 + mostApartSeconds
const mostTakenOver = 1000

export const createStoredResponses = ({ database, clock, log, ledger, isAlone }: Parts): StoredResponses => {
  const holder = randomBytesText(9)
  const holds = new Map<string, { response: StoredResponse; hold: Hold }>()
  let isFirst = true

  const notes = createWriteBehind<StoredResponseRow>(
    (rows) => keepStoredResponses(database.query, rows),
    (error) => log.error('stored responses could not be noted; the next one tries again', { error }),
  )

  const drop = (response: StoredResponse): Promise<void> => {
    holds.delete(keyOf(response))
    return deleteResponseHold(database.query, response.userId, response.id)
  }

  const holdAgain = async (response: StoredResponse, amount: number): Promise<void> => {
    if (response.owed === undefined) return
    const wish = { userId: response.userId, tokenId: response.owed.tokenId, amount, least: 1 }
    holds.set(keyOf(response), { response, hold: await ledger.hold(wish) })
  }

  return {
    remember: (response) => {
      if (response.id.length > longestId) return
      notes.note([[keyOf(response), rowOf(response, nowSeconds(clock))]])
    },
    find: async (userId, id) => {
      if (id.length > longestId) return undefined
      const row = notes.find(keyOf({ userId, id })) ?? (await findStoredResponse(database.query, userId, id))
      return row && responseOf(row)
    },
    forget: async (userId, id) => {
      await notes.forget(keyOf({ userId, id }))
      await deleteStoredResponse(database.query, userId, id)
    },
    listOwed: async () => {
      const now = nowSeconds(clock)
      const wish = { now, madeBefore: now - askedForAfterSeconds, limit: mostAskedFor }
      return (await listOwedResponses(database.query, wish)).map(responseOf)
    },
    payOnce: async (response, pay) => {
      if (response.owed === undefined) return
      await notes.drain()
      const { userId, id: responseId } = response
      const now = nowSeconds(clock)
      const claim = { userId, responseId, now, until: now + claimSeconds }
      if (!(await claimOwedResponse(database.query, claim))) return
      let paid = false
      try {
        await pay(holds.get(keyOf(response))?.hold)
        paid = true
      } finally {
        if (paid) await drop(response)
        await releaseOwedResponse(database.query, { userId, responseId, now: nowSeconds(clock), paid })
      }
    },
    setAside: (response, hold) => {
      holds.set(keyOf(response), { response, hold })
      const { userId: user_id, id: response_id } = response
      const row = { user_id, response_id, amount: hold.amount, holder, held_until: nowSeconds(clock) + leaseSeconds }
      const failed = (error: unknown) => log.warn(lostHold, { response: response_id, error })
      keepResponseHold(database.query, row).catch(failed)
    },
    takeOver: async () => {
      const now = nowSeconds(clock)
      const until = now + leaseSeconds
      if (isFirst && isAlone) await releaseOwedResponses(database.query)
      isFirst = false
      if (holds.size > 0) await renewResponseHolds(database.query, holder, until)
      const wish = { holder, until: isAlone ? until : now, now, ahead: leaseSeconds, limit: mostTakenOver }
      const left = await listLeftHolds(database.query, wish)
      const again = left.map(async ({ amount, holder: from, ...row }) => {
        const which = { userId: row.user_id, responseId: row.response_id, from }
        if (await takeOverResponseHold(database.query, which, { holder, until })) {
          await holdAgain(responseOf(row), amount)
        }
      })
      for (const outcome of await Promise.allSettled(again)) {
        if (outcome.status === 'rejected') log.debug('nothing is left to set aside again', { error: outcome.reason })
      }
    },
    takeNeedless: async () => {
      const needless: Hold[] = []
      for (const [key, { response, hold }] of [...holds].slice(0, mostAskedFor)) {
        if (notes.find(key) !== undefined) continue
        const row = await findStoredResponse(database.query, response.userId, response.id)
        if (holds.get(key)?.hold !== hold) continue
        holds.delete(key)
        // Looked at again when all the others have been.
        if (row === undefined || row.owed === null) {
          needless.push(hold)
          await drop(response)
        } else holds.set(key, { response, hold })
      }
      return needless
    },
    sweep: () => deleteBefore(database, nowSeconds(clock) - keptForSeconds),
    drain: notes.drain,
  }
}

const lostHold = 'what was set aside for a response is lost if this process ends'

const keyOf = ({ userId, id }: Pick<StoredResponse, 'userId' | 'id'>): string => `${userId} ${id}`

const rowOf = (response: StoredResponse, now: number): StoredResponseRow => ({
  user_id: response.userId,
  response_id: response.id,
  channel_id: response.channelId,
  key_place: response.keyPlace,
  created_at: now,
  owed: response.owed === undefined ? null : JSON.stringify(response.owed),
  claimed_until: 0,
  context_tokens: response.contextTokens ?? null,
})

const deleteBefore = async (database: Database, before: number): Promise<void> => {
  const old = { table: 'stored_responses', before, limit: batchSize } as const
  while ((await deleteOldest(database.query, old)) >= batchSize);
  await deleteOldResponseHolds(database.query, before)
}

const responseOf = (row: StoredResponseRow): StoredResponse => ({
  userId: row.user_id,
  id: row.response_id,
  channelId: row.channel_id,
  keyPlace: row.key_place,
  owed: row.owed === null ? undefined : owed.parse(JSON.parse(row.owed)),
  contextTokens: row.context_tokens ?? undefined,
})
