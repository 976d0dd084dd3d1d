import type { Executor } from './database.ts'
import type { FileRow } from './schema.ts'

/** An upstream that gives an id of the same user again means its newest file. */
export const keepFiles = async (executor: Executor, rows: readonly FileRow[]): Promise<void> => {
  if (rows.length === 0) return
  await executor
    .insertInto('files')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'file_id']).doUpdateSet((eb) => ({
        channel_id: eb.ref('excluded.channel_id'),
        key_place: eb.ref('excluded.key_place'),
        purpose: eb.ref('excluded.purpose'),
        told: eb.ref('excluded.told'),
        created_at: eb.ref('excluded.created_at'),
        counted: eb.ref('excluded.counted'),
      })),
    )
    .execute()
}

/** A name that somebody chose and an upstream gives again is no longer what another user had there. */
export const takeNamesOfOthers = async (executor: Executor, rows: readonly FileRow[]): Promise<void> => {
  for (const { user_id, file_id, channel_id } of rows.filter(({ file_id: id }) => isNamed(id))) {
    await executor
      .deleteFrom('files')
      .where('file_id', '=', file_id)
      .where('channel_id', '=', channel_id)
      .where('user_id', '!=', user_id)
      .execute()
  }
}

/** Where users may choose the names of files, these begin so. */
const nameBeginning = 'files/'
const isNamed = (id: string): boolean => id.startsWith(nameBeginning)

/** What an upstream says of it by now. */
export const changeFile = async (executor: Executor, userId: number, fileId: string, told: string): Promise<void> => {
  await executor
    .updateTable('files')
    .set({ told })
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .execute()
}

export const findFile = (executor: Executor, userId: number, fileId: string): Promise<FileRow | undefined> =>
  executor
    .selectFrom('files')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .executeTakeFirst()

export const deleteFile = async (executor: Executor, userId: number, fileId: string): Promise<void> => {
  await executor.deleteFrom('files').where('user_id', '=', userId).where('file_id', '=', fileId).execute()
}

/** Which of a user's files; `purpose` empty: all, `after` undefined: from the beginning; those with names, or the others. */
export type FileSearch = {
  named: boolean
  purpose: string
  order: 'asc' | 'desc'
  after: Pick<FileRow, 'file_id' | 'created_at'> | undefined
  limit: number
}

export const listFiles = (
  executor: Executor,
  userId: number,
  { named, purpose, order, after, limit }: FileSearch,
): Promise<FileRow[]> => {
  const beyond = order === 'desc' ? '<' : '>'
  return executor
    .selectFrom('files')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_id', named ? 'like' : 'not like', `${nameBeginning}%`)
    .$if(purpose !== '', (rows) => rows.where('purpose', '=', purpose))
    .$if(after !== undefined, (rows) =>
      rows.where((eb) =>
        eb.or([
          eb('created_at', beyond, after?.created_at ?? 0),
          eb.and([eb('created_at', '=', after?.created_at ?? 0), eb('file_id', beyond, after?.file_id ?? '')]),
        ]),
      ),
    )
    .orderBy('created_at', order)
    .orderBy('file_id', order)
    .limit(limit)
    .execute()
}
