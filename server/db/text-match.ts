import { type Expression, type SqlBool, sql } from 'kysely'

/** Whether the column holds the text somewhere, in whatever case. What the text holds of `%` and `_` is meant as such. */
export const contains = (column: Expression<string>, text: string): Expression<SqlBool> =>
  lowerContains(sql<string>`lower(${column})`, text)

/** The same for a column that is in lower case. The engine lowers the text too, so that both know the same letters. */
export const lowerContains = (column: Expression<string>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`${column} like lower(cast(${`%${escaped(text)}%`} as text)) escape '\\'`

/** Whether the column begins with the text, in the same case. */
export const beginsWith = (column: Expression<string>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`substr(${column}, 1, cast(${text.length} as integer)) = ${text}`

/** Whether a column that lists names with commas between them has this one. */
export const listHas = (column: Expression<string>, name: string): Expression<SqlBool> =>
  sql<SqlBool>`',' || ${column} || ',' like ${`%,${escaped(name)},%`} escape '\\'`

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
