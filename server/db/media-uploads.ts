import type { Executor } from './database.ts'
import type { MediaUploadRow } from './schema.ts'

export const insertMediaUpload = async (executor: Executor, row: MediaUploadRow): Promise<void> => {
  await executor.insertInto('media_uploads').values(row).execute()
}

export const findMediaUpload = (executor: Executor, uploadId: string): Promise<MediaUploadRow | undefined> =>
  executor.selectFrom('media_uploads').selectAll().where('upload_id', '=', uploadId).executeTakeFirst()

/** What has come of it, unless another piece of it came first. */
export const advanceMediaUpload = async (
  executor: Executor,
  uploadId: string,
  { from, ...progress }: Pick<MediaUploadRow, 'counted' | 'cut_line' | 'received'> & { from: number },
): Promise<void> => {
  await executor
    .updateTable('media_uploads')
    .set(progress)
    .where('upload_id', '=', uploadId)
    .where('received', '=', from)
    .execute()
}

export const deleteMediaUpload = async (executor: Executor, uploadId: string): Promise<void> => {
  await executor.deleteFrom('media_uploads').where('upload_id', '=', uploadId).execute()
}
