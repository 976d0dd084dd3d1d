import type { TableBuilder } from './table-builder.ts'

/** Files that users gave to upstreams through here: an upstream lists those of all users of its account together. */
export const files = async ({ table, index }: TableBuilder): Promise<void> => {
  await table(
    'files',
    {
      user_id: 'integer',
      file_id: 'text',
      channel_id: 'integer',
      key_place: 'integer',
      purpose: 'text',
      told: 'text',
      created_at: 'integer',
    },
    { primary: ['user_id', 'file_id'] },
  )
  await index('files', ['user_id', 'created_at'])
}
