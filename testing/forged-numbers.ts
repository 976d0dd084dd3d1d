import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** What is sent in the place of a number in JSON, as it stands in the text of the body. */
export const forgedValues: readonly string[] = [
  '-1',
  '0',
  '1',
  '2147483648',
  '9007199254740991',
  '9007199254740992',
  '9223372036854775808',
  '1e308',
  '1e400',
  '1.5',
  '5e-324',
  '"1"',
  '"1 or 1=1"',
  '"NaN"',
  '""',
  '" 1"',
  '"١"',
  'null',
  'true',
  '[]',
  '{}',
  '{"__proto__":{"id":1}}',
]

/** None of them is a whole number that can be kept exactly. */
export const noWholeNumbers: ReadonlySet<string> = new Set(
  forgedValues.filter((text) => {
    const value: unknown = JSON.parse(text)
    return !Number.isSafeInteger(value) && value !== null
  }),
)

/** The same in an address. */
export const forgedTexts: readonly string[] = [
  '-1',
  '0',
  '+1',
  '1.5',
  '1e3',
  '0x10',
  '9007199254740991',
  '9007199254740992',
  '9223372036854775808',
  '999999999999999',
  '-999999999999999',
  '1e308',
  'Infinity',
  'NaN',
  '1 or 1=1',
  '',
  ' 1',
  '١',
  '１',
  '1\n',
  'null',
]

/** Queries that say a name twice, or make more of it than a text. */
export const bentQueries = (name: string): readonly string[] => [
  `${name}=1&${name}=2`,
  `${name}=&${name}=-1`,
  `${name}[]=1`,
  `${name}[0]=1&${name}[1]=2`,
  `${name}[__proto__]=1`,
  `${name}.__proto__=1`,
  `__proto__=${name}&constructor=1`,
  `__proto__[${name}]=1`,
  `${name}`,
  `${name}=%`,
  `${name}=%ff`,
]

/** These tell of calls, also of those that were refused. */
const toldOfCalls = new Set(['audit', 'sessions', 'known_devices', 'migrations'])

/** Everything that is kept but for what tells of calls, as one text: alike before and after what changes nothing. */
export const createKept = async ({ engine, query }: Database): Promise<() => Promise<string>> => {
  const tables = await query.introspection.getTables()
  const parts = tables
    .filter(({ name, isView }) => !isView && !toldOfCalls.has(name) && !name.startsWith('kysely'))
    .map(({ name, columns }) => {
      const cells = columns.map((column) => sql`cast(${sql.ref(column.name)} as text)`)
      const row = sql.join(
        cells.map((cell) => sql`coalesce(${cell}, 'null')`),
        sql` || ',' || `,
      )
      const rows = engine === 'sqlite' ? sql`group_concat(${row}, ';')` : sql`string_agg(${row}, ';' order by ${row})`
      return sql`select ${sql.lit(name)} as name, ${rows} as rows from ${sql.table(name)}`
    })
  const whole = sql<{ name: string; rows: string | null }>`${sql.join(parts, sql` union all `)} order by 1`.compile(
    query,
  )
  return async () => {
    const { rows } = await query.executeQuery(whole)
    return rows.map(({ name, rows: kept }) => `${name}: ${kept}`).join('\n')
  }
}
