import type { TableBuilder } from './table-builder.ts'

/** What was tried of a channel stands apart; what calls go by stands with the channel, which every node has in memory. */
export const channelCards = async ({ table, change }: TableBuilder): Promise<void> => {
  await table(
    'channel_cards',
    { channel_id: 'integer', made_at: 'integer', made_by: 'text', tries: 'text' },
    { primary: ['channel_id'], references: { channel_id: 'channels' } },
  )
  // What lists of prices asked when they were looked at last: one row.
  await table('price_checks', { id: 'integer', checked_at: 'integer', seen: 'text' }, { primary: ['id'] })
  await change(`alter table "channels" add column "lacking" text not null default ''`)
}
