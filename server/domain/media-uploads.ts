import { randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { deleteOldest } from '../db/delete-oldest.ts'
import { advanceMediaUpload, deleteMediaUpload, findMediaUpload, insertMediaUpload } from '../db/media-uploads.ts'
import type { MediaUploadRow } from '../db/schema.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'
import type { Vault } from '../lib/vault.ts'
import { type CountedCalls, readCountedCalls } from './counted-calls.ts'
import type { Keeper } from './owned-things.ts'

/** A file on its way to an upstream, in pieces that may come to any node. */
export type MediaUpload = Keeper & {
  userId: number
  /** Who has the address of an upload needs no other key: it is the key it was begun with. */
  callerKey: string
  /** The upstream's path and query for its pieces. */
  place: string
  /** Set where it is a file of calls: what its whole lines hold, and the beginning of the one that is not whole. */
  counted: CountedCalls | undefined
  cutLine: Buffer
  /** So many bytes have come. */
  received: number
}

type Progress = Pick<MediaUpload, 'counted' | 'cutLine' | 'received'>

export type MediaUploads = {
  /** Answers the id by which whoever knows it sends the pieces. */
  begin: (upload: MediaUpload) => Promise<string>
  find: (id: string) => Promise<MediaUpload | undefined>
  advance: (id: string, before: MediaUpload, progress: Progress) => Promise<void>
  forget: (id: string) => Promise<void>
  /** Deletes those that nobody went on with. */
  sweep: () => Promise<void>
}

const keptForSeconds = 7 * 24 * 3600
const batchSize = 500

export const createMediaUploads = ({
  database: { query },
  vault,
  clock,
}: {
  database: Database
  vault: Vault
  clock: Clock
}): MediaUploads => ({
  begin: async (upload) => {
    const id = randomBytes(24).toString('base64url')
    await insertMediaUpload(query, {
      upload_id: vault.fingerprint(id),
      user_id: upload.userId,
      channel_id: upload.channelId,
      key_place: upload.keyPlace,
      caller_key: vault.seal(upload.callerKey),
      place: upload.place,
      created_at: nowSeconds(clock),
      ...columnsOf(upload),
    })
    return id
  },
  find: async (id) => {
    const row = await findMediaUpload(query, vault.fingerprint(id))
    return row && uploadOf(row, vault)
  },
  advance: (id, { received: from }, progress) =>
    advanceMediaUpload(query, vault.fingerprint(id), { ...columnsOf(progress), from }),
  forget: (id) => deleteMediaUpload(query, vault.fingerprint(id)),
  sweep: async () => {
    const old = { table: 'media_uploads', before: nowSeconds(clock) - keptForSeconds, limit: batchSize } as const
    while ((await deleteOldest(query, old)) >= batchSize);
  },
})

const columnsOf = ({ counted, cutLine, received }: Progress) => ({
  counted: counted === undefined ? null : JSON.stringify(counted),
  cut_line: cutLine.toString('base64'),
  received,
})

const uploadOf = (row: MediaUploadRow, vault: Vault): MediaUpload => ({
  userId: row.user_id,
  channelId: row.channel_id,
  keyPlace: row.key_place,
  callerKey: vault.open(row.caller_key),
  place: row.place,
  counted: row.counted === null ? undefined : readCountedCalls(row.counted),
  cutLine: Buffer.from(row.cut_line, 'base64'),
  received: row.received,
})
