import type { TableBuilder } from './table-builder.ts'

/** What lists of users, of tokens and of administrative acts are searched by. */
export const userSearch = async ({ column, index, dropIndex }: TableBuilder): Promise<void> => {
  // Only a narrow index is read through for a part of a name, not the whole of every user.
  await column('users', 'search_text', {
    sqlite: 'lower(username || char(10) || display_name || char(10) || email)',
    postgres: 'lower(username || chr(10) || display_name || chr(10) || email)',
  })
  await index('users', ['search_text', 'group', 'id'])
  await dropIndex('users', ['group'])
  await index('users', ['group', 'id'])

  await dropIndex('tokens', ['user_id', 'id'])
  await index('tokens', ['user_id', 'deleted_at', 'id'])

  await dropIndex('audit', ['actor_id'])
  await index('audit', ['actor_name', 'id'])
  await index('audit', ['target', 'id'])
}
