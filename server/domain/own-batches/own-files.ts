import type { Database } from '../../db/database.ts'
import {
  bytesOfOwnFiles,
  deleteBatchLines,
  deleteOwnFile,
  expiredOwnFiles,
  findOwnFile,
  insertOwnFile,
} from '../../db/own-files.ts'
import type { OwnFileRow, OwnPart } from '../../db/schema.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Vault } from '../../lib/vault.ts'
import type { Options } from '../options.ts'
import { readLines, readPieces, writePieces } from './file-pieces.ts'

export { ourselves } from '../../db/task-looks.ts'

export type OwnFile = { id: string; userId: number; bytes: number; part: OwnPart; batchId: string | undefined }

/** Takes the lines of a file one by one. What is not finished is done away with in a while. */
export type OwnFileWriter = { add: (line: Buffer) => Promise<void>; finish: () => Promise<OwnFile> }

/**
 * Files that the gateway keeps itself, in the database of all nodes and unreadable there: what a batch is made of, and
 * what comes of it.
 */
export type OwnFiles = {
  /** How many bytes a user may still bring. */
  room: (userId: number) => Promise<number>
  begin: (file: Pick<OwnFile, 'id' | 'userId' | 'batchId'>) => Promise<OwnFileWriter>
  /** Of what stands in the lines of a batch. */
  add: (file: OwnFile) => Promise<void>
  /** It is kept for as long as a new one. */
  prolong: (file: OwnFile, seconds: number) => Promise<void>
  find: (userId: number, id: string) => Promise<OwnFile | undefined>
  /** Piece by piece; the next is read when it is asked for. */
  read: (file: OwnFile) => AsyncGenerator<Buffer, void>
  remove: (file: Pick<OwnFile, 'id'>) => Promise<void>
  sweep: () => Promise<void>
}

const unfinishedSeconds = 3600
const sweptAtOnce = 100

type Parts = { database: Database; vault: Vault; clock: Clock; options: Options }

export const createOwnFiles = (parts: Parts): OwnFiles => {
  const { database, clock, options } = parts
  const { query } = database
  const keptUntil = () => nowSeconds(clock) + options.get('OwnBatchDays') * 86_400
  const store = ({ id, userId, bytes, part, batchId }: OwnFile, expires: number) =>
    insertOwnFile(query, {
      ...{ file_id: id, user_id: userId, bytes, of_batch: batchId ?? null, part, expires_at: expires },
    })
  const remove = async (row: OwnFileRow): Promise<void> => {
    const { file_id, of_batch: batch, part } = row
    if (batch === file_id) await deleteBatchLines(query, batch, undefined)
    else if (batch !== null && part !== 'calls') await deleteBatchLines(query, batch, part === 'answers')
    await deleteOwnFile(query, row)
  }

  const sweep = async (): Promise<void> => {
    const expired = await expiredOwnFiles(query, nowSeconds(clock), sweptAtOnce)
    for (const row of expired) await remove(row)
    if (expired.length === sweptAtOnce) await sweep()
  }

  return {
    room: async (userId) => {
      const most = options.get('OwnBatchMegabytes') * 1024 * 1024
      const [all, own] = [await bytesOfOwnFiles(query), await bytesOfOwnFiles(query, userId)]
      // Nobody fills it for everybody else.
      return Math.max(0, Math.min(most - all, most / 2 - own))
    },
    begin: async (begun) => {
      const file: OwnFile = { ...begun, bytes: 0, part: 'calls' }
      await store(file, nowSeconds(clock) + unfinishedSeconds)
      const pieces = writePieces(parts, file.id)
      return {
        add: pieces.add,
        finish: async () => {
          const done = { ...file, bytes: await pieces.finish() }
          await store(done, keptUntil())
          return done
        },
      }
    },
    add: (file) => store(file, keptUntil()),
    prolong: (file, seconds) => store(file, keptUntil() + seconds),
    find: async (userId, id) => {
      const row = await findOwnFile(query, id)
      if (row === undefined || row.user_id !== userId || row.expires_at < nowSeconds(clock)) return undefined
      return { id, userId, bytes: row.bytes, part: row.part, batchId: row.of_batch ?? undefined }
    },
    read: ({ id, part, batchId = '' }) => {
      if (part === 'calls') return readPieces(parts, id)
      return readLines(parts, { batchId, isAnswered: id === batchId ? undefined : part === 'answers' })
    },
    remove: async ({ id }) => {
      const row = await findOwnFile(query, id)
      if (row !== undefined) await remove(row)
    },
    sweep,
  }
}
