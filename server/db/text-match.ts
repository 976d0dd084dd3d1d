import { type Expression, type SqlBool, sql } from 'kysely'

/** Whether the column holds the text somewhere, in whatever case. What the text holds of `%` and `_` is meant as such. */
export const contains = (column: Expression<string>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`lower(${column}) like ${`%${escaped(text.toLowerCase())}%`} escape '\\'`

/** Whether the column begins with the text, in the same case. */
export const beginsWith = (column: Expression<string>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`substr(${column}, 1, cast(${text.length} as integer)) = ${text}`

/** Whether a column that lists names with commas between them has this one. */
export const listHas = (column: Expression<string>, name: string): Expression<SqlBool> =>
  sql<SqlBool>`',' || ${column} || ',' like ${`%,${escaped(name)},%`} escape '\\'`

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
