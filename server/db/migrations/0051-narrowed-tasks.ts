import type { TableBuilder } from './table-builder.ts'

/** PostgreSQL reads no JSON with these anywhere in it, and what was asked for holds whatever its client wrote. */
const unread = String.raw`'\\u(0000|[dD][89a-fA-F])'`
const told = String.raw`'"model":"((?:[^"\\]|\\.)*)"'`

/** What lists of work that finishes later are narrowed by: the model it was asked of, and how far it has come. */
export const narrowedTasks = async ({ column, index }: TableBuilder): Promise<void> => {
  await column('tasks', 'model', {
    sqlite: "coalesce(terms ->> '$.model', asked ->> '$.model', '')",
    postgres: `case when coalesce(terms, '') || coalesce(asked, '') ~ ${unread}
      then coalesce(substring(terms from ${told}), substring(asked from ${told}), '')
      else coalesce(terms::json ->> 'model', asked::json ->> 'model', '') end`,
  })
  // Which list a row is of stands there too: how many match is counted without reading the rows.
  await index('tasks', ['status', 'submit_time', 'platform'])
  await index('tasks', ['model', 'submit_time', 'platform'], "model <> ''")
}
