import type { TableBuilder } from './table-builder.ts'

/** Things kept at an upstream's account that were made through here: whose they are, and which channel knows them. */
export const ownedThings = async ({ table, index }: TableBuilder): Promise<void> => {
  await table(
    'owned_things',
    {
      user_id: 'integer',
      kind: 'text',
      thing_id: 'text',
      channel_id: 'integer',
      key_place: 'integer',
      created_at: 'integer',
    },
    { primary: ['user_id', 'kind', 'thing_id'] },
  )
  await index('owned_things', ['created_at'])
}
