import * as z from 'zod/mini'
import type { Database } from '../db/database.ts'
import {
  changeFile,
  deleteFile,
  type FileSearch,
  findFile,
  keepFiles,
  listFiles,
  takeNamesOfOthers,
} from '../db/files.ts'
import type { FileRow } from '../db/schema.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'
import { type CountedCalls, readCountedCalls } from './counted-calls.ts'
import type { Keeper } from './owned-things.ts'

/** A file that a user gave to an upstream, or got from it, with what the upstream said of it. */
export type KeptFile = Keeper & { id: string; told: Told; counted?: CountedCalls | undefined }

type Told = { [member: string]: unknown }

type Page = { named: boolean; purpose: string; order: 'asc' | 'desc'; after: string; limit: number }

/** Whose the files are that upstreams keep: an account there is shared by everybody here. */
export type Files = {
  add: (userId: number, files: readonly KeptFile[]) => Promise<void>
  find: (userId: number, id: string) => Promise<KeptFile | undefined>
  /** Those of one user; undefined where the file to go on after is not among them. */
  list: (userId: number, page: Page) => Promise<KeptFile[] | undefined>
  /** What its upstream says of it by now. */
  learn: (userId: number, id: string, told: Told) => Promise<void>
  forget: (userId: number, id: string) => Promise<void>
}

export const createFiles = ({ database, clock }: { database: Database; clock: Clock }): Files => {
  const { query } = database
  return {
    add: async (userId, files) => {
      const rows = files.map(
        ({ id, channelId, keyPlace, told, counted }): FileRow => ({
          user_id: userId,
          file_id: id,
          channel_id: channelId,
          key_place: keyPlace,
          purpose: typeof told.purpose === 'string' ? told.purpose : '',
          told: JSON.stringify(told),
          created_at: nowSeconds(clock),
          counted: counted === undefined ? null : JSON.stringify(counted),
        }),
      )
      await takeNamesOfOthers(query, rows)
      await keepFiles(query, rows)
    },
    find: async (userId, id) => {
      const row = await findFile(query, userId, id)
      return row && fileOf(row)
    },
    list: async (userId, { after, ...page }) => {
      const last = after === '' ? undefined : await findFile(query, userId, after)
      if (after !== '' && last === undefined) return undefined
      const search: FileSearch = { ...page, after: last }
      return (await listFiles(query, userId, search)).map(fileOf)
    },
    learn: (userId, id, told) => changeFile(query, userId, id, JSON.stringify(told)),
    forget: (userId, id) => deleteFile(query, userId, id),
  }
}

const fileOf = (row: FileRow): KeptFile => ({
  id: row.file_id,
  channelId: row.channel_id,
  keyPlace: row.key_place,
  told: members.parse(JSON.parse(row.told)),
  counted: row.counted === null ? undefined : readCountedCalls(row.counted),
})

const members = z.record(z.string(), z.unknown())
