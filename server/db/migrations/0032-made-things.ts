import type { TableBuilder } from './table-builder.ts'

/** When a thing was made, by which lists are ordered; its note is dated anew with each use. */
export const madeThings = async ({ addColumn, change, index }: TableBuilder): Promise<void> => {
  await addColumn('owned_things', 'made_at', 'integer=0')
  await change('update owned_things set made_at = created_at')
  await index('owned_things', ['user_id', 'kind', 'made_at', 'thing_id'])
}
