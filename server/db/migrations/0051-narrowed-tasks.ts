import type { TableBuilder } from './table-builder.ts'

/** What lists of work that finishes later are narrowed by: the model it was asked of, and how far it has come. */
export const narrowedTasks = async ({ column, index }: TableBuilder): Promise<void> => {
  await column('tasks', 'model', {
    sqlite: "coalesce(terms ->> '$.model', asked ->> '$.model', '')",
    postgres: "coalesce(terms::json ->> 'model', asked::json ->> 'model', '')",
  })
  // Which list a row is of stands there too: how many match is counted without reading the rows.
  await index('tasks', ['status', 'submit_time', 'platform'])
  await index('tasks', ['model', 'submit_time', 'platform'], "model <> ''")
}
