import type { Executor } from './database.ts'
import type { SessionRow } from './schema.ts'

export const insertSession = async (executor: Executor, row: SessionRow): Promise<void> => {
  await executor.insertInto('sessions').values(row).execute()
}

export const findSession = (executor: Executor, idHash: string): Promise<SessionRow | undefined> =>
  executor.selectFrom('sessions').selectAll().where('id_hash', '=', idHash).executeTakeFirst()

export const deleteSession = async (executor: Executor, idHash: string): Promise<void> => {
  await executor.deleteFrom('sessions').where('id_hash', '=', idHash).execute()
}

export const markSessionProved = async (executor: Executor, idHash: string, now: number): Promise<void> => {
  await executor.updateTable('sessions').set({ proved_at: now }).where('id_hash', '=', idHash).execute()
}

/** Deletes the user's sessions, except one where one is named. */
export const deleteSessionsOfUser = async (
  executor: Executor,
  userId: number,
  exceptIdHash?: string,
): Promise<void> => {
  const sessions = executor.deleteFrom('sessions').where('user_id', '=', userId)
  await (exceptIdHash === undefined ? sessions : sessions.where('id_hash', '<>', exceptIdHash)).execute()
}

export const deleteExpiredSessions = async (executor: Executor, now: number): Promise<void> => {
  await executor.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
