import type { TableBuilder } from './table-builder.ts'

/** Notes for those who look after a user, a token or a channel; and what a banned user was told, or null. */
export const notesAndToldBans = async ({ change, index }: TableBuilder): Promise<void> => {
  await change(`alter table "users" add column "ban_told" text`)
  for (const table of ['users', 'tokens', 'channels']) {
    await change(`alter table "${table}" add column "note" text not null default ''`)
  }
  // A search for users reads the few notes there are, and not the whole of every user.
  await index('users', ['note', 'id'], `"note" <> ''`)
}
