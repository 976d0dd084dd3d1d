import type { MadeThing, ThingKind } from '#protocols/named-things.ts'
import type { Database } from '../db/database.ts'
import { deleteOldest } from '../db/delete-oldest.ts'
import { findNote, findOwnedThings, keepOwnedThings, listOwnedThings, noteGone } from '../db/owned-things.ts'
import type { OwnedThingRow } from '../db/schema.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { createLookAgain } from './look-again.ts'
import { createWriteBehind } from './write-behind.ts'

/** Where a thing is kept, and with which of the channel's keys it was made. */
export type Keeper = { channelId: number; keyPlace: number }

export type OwnedThing = { id: string; keeper: Keeper }

/** So many behind `beyond`, the nearest first; before it, against the order, likewise. */
type PartOfList = {
  order: 'asc' | 'desc'
  beyond: { id: string; isBefore: boolean } | undefined
  count: number
}

/**
 * Which user's what upstreams keep is: containers, files, items of answers. An account there is shared by everybody
 * here, and its ids would do for anyone who comes to know one.
 */
export type OwnedThings = {
  /** Takes a note, which is written behind the call. */
  remember: (userId: number, things: readonly MadeThing[], keeper: Keeper) => void
  /**
   * Who keeps each of them; what is another user's, or was not made here, is not among them. What a conversation only
   * repeats may be, and is not waited for.
   */
  find: (userId: number, things: readonly (MadeThing & { isRepeated?: true })[]) => Promise<ReadonlyMap<string, Keeper>>
  /** A part of those of a kind, in the order of their making; undefined where nothing was made that it begins behind. */
  list: (userId: number, kind: ThingKind, part: PartOfList) => Promise<readonly OwnedThing[] | undefined>
  /** Of what its upstream no longer has. Whoever goes through a list and deletes what he finds still goes on from there. */
  forget: (userId: number, thing: MadeThing) => Promise<void>
  /** Deletes what no upstream keeps any more. */
  sweep: () => Promise<void>
  /** Resolves when every note is written, or cannot be just now. */
  drain: () => Promise<void>
}

const keptForSeconds = 31 * 24 * 3600
/** Handles of sessions are longer than ids; an index has room for about three times as many bytes. */
const longestId = 800
const batchSize = 500

export const thingKey = ({ kind, id }: { kind: ThingKind; id: string }): string => `${kind} ${id}`

const noteKey = (userId: number, thing: { kind: ThingKind; id: string }): string => `${userId} ${thingKey(thing)}`

type Parts = { database: Database; clock: Clock; log: Log; isAlone: boolean }

/** These have tables of their own. */
const kindsElsewhere: ReadonlySet<ThingKind> = new Set(['response', 'file'])

export const createOwnedThings = ({ database, clock, log, isAlone }: Parts): OwnedThings => {
  const lookAgain = createLookAgain(isAlone)
  const notes = createWriteBehind<OwnedThingRow>(
    (rows) => keepOwnedThings(database.query, rows),
    (error) => log.error('what upstreams keep for users could not be noted; it is tried again', { error }),
  )

  return {
    remember: (userId, things, { channelId, keyPlace }) => {
      const created_at = nowSeconds(clock)
      const taken = things.filter(({ id }) => id !== '' && id.length <= longestId)
      notes.note(
        taken.map(({ kind, id }) => [
          noteKey(userId, { kind, id }),
          {
            user_id: userId,
            kind,
            thing_id: id,
            channel_id: channelId,
            key_place: keyPlace,
            created_at,
            made_at: created_at,
          },
        ]),
      )
    },
    find: async (userId, things) => {
      const keepers = new Map<string, Keeper>()
      const written = things.filter((thing) => {
        const row = notes.find(noteKey(userId, thing))
        if (row !== undefined) keepers.set(thingKey(thing), keeperOf(row))
        return row === undefined && thing.id.length <= longestId
      })
      if (written.length === 0) return keepers
      const awaited = written.filter(({ kind, isRepeated }) => isRepeated !== true && !kindsElsewhere.has(kind))
      const ids = written.map(({ id }) => id)
      const rows = await lookAgain(
        () => findOwnedThings(database.query, userId, ids),
        (found) => awaited.every(({ kind, id }) => found.some((row) => row.kind === kind && row.thing_id === id)),
      )
      for (const row of rows) keepers.set(`${row.kind} ${row.thing_id}`, keeperOf(row))
      return keepers
    },
    list: async (userId, kind, { order, beyond, count }) => {
      await notes.drain()
      const from = beyond && (await findNote(database.query, { userId, kind, id: beyond.id }))
      if (beyond !== undefined && from === undefined) return undefined
      const direction = (order === 'asc') === (beyond?.isBefore === true) ? 'desc' : 'asc'
      const rows = await listOwnedThings(database.query, { userId, kind, from, direction, limit: count })
      return rows.map((row) => ({ id: row.thing_id, keeper: keeperOf(row) }))
    },
    forget: async (userId, { kind, id }) => {
      await notes.drain()
      await noteGone(database.query, { userId, kind, id })
    },
    sweep: async () => {
      const before = nowSeconds(clock) - keptForSeconds
      const old = { table: 'owned_things', before, limit: batchSize } as const
      while ((await deleteOldest(database.query, old)) >= batchSize);
    },
    drain: notes.drain,
  }
}

const keeperOf = ({ channel_id: channelId, key_place: keyPlace }: OwnedThingRow): Keeper => ({ channelId, keyPlace })
