import type { TableBuilder } from './table-builder.ts'

/** Browsers that somebody has signed in with, and which browser asked for a code. */
export const knownDevices = async ({ table, index, change }: TableBuilder): Promise<void> => {
  await table(
    'known_devices',
    { user_id: 'integer', device_hash: 'text', seen_at: 'integer' },
    { primary: ['user_id', 'device_hash'], references: { user_id: 'users' } },
  )
  await index('known_devices', ['seen_at'])
  await change(`alter table "verification_codes" add column "asker" text not null default ''`)
}
