import type { Executor } from './database.ts'
import type { KnownDeviceRow } from './schema.ts'

/** Keeps the devices that the user was seen with last. */
export const keepKnownDevice = async (executor: Executor, row: KnownDeviceRow, most: number): Promise<void> => {
  await executor
    .insertInto('known_devices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ seen_at: row.seen_at }))
    .execute()
  const kept = await executor
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_id', '=', row.user_id)
    .orderBy('seen_at', 'desc')
    .orderBy('device_hash')
    .limit(most)
    .execute()
  if (kept.length < most) return
  await executor
    .deleteFrom('known_devices')
    .where('user_id', '=', row.user_id)
    .where(
      'device_hash',
      'not in',
      kept.map(({ device_hash }) => device_hash),
    )
    .execute()
}

export const isKnownDevice = async (executor: Executor, userId: number, deviceHash: string): Promise<boolean> => {
  const row = await executor
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst()
  return row !== undefined
}

export const deleteKnownDevicesOfUser = async (executor: Executor, userId: number): Promise<void> => {
  await executor.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

/** Those that nobody was seen with since the given time. */
export const deleteOldKnownDevices = async (executor: Executor, before: number): Promise<void> => {
  await executor.deleteFrom('known_devices').where('seen_at', '<', before).execute()
}
