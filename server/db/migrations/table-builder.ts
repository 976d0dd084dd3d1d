import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'

/**
 * `id` counts up by itself and is never given twice, `time id` is made of a time by whoever inserts (log-time.ts);
 * `?` allows null; `=0` is zero unless said otherwise.
 */
type ColumnKind = 'id' | 'time id' | 'integer' | 'integer?' | 'integer=0' | 'real' | 'text' | 'text?'

type Row = Record<string, unknown>

export type TableBuilder = {
  table: (
    name: string,
    columns: Record<string, ColumnKind>,
    keys?: {
      primary?: string[]
      /** Columns that are read along the primary key, in its order. */
      beside?: string[]
      unique?: string[][]
      references?: Record<string, string>
    },
  ) => Promise<void>
  /** Makes these columns part of the index of the primary key, from which they are read along it. */
  readAlongKey: (table: string, primary: string[], beside: string[]) => Promise<void>
  /** Another column; of the rows that are there it has the kind's own beginning. */
  addColumn: (table: string, name: string, kind: 'integer=0') => Promise<void>
  /** A text that the engine works out from the others of its row. */
  column: (table: string, name: string, expression: Record<Engine, string>) => Promise<void>
  /** An index over the columns, which are part of its name; `only` limits it to rows it is needed for. */
  index: (table: string, columns: string[], only?: string) => Promise<void>
  dropIndex: (table: string, columns: string[]) => Promise<void>
  /**
   * Has the database note each change of the table's rows in `versions`, within its transaction, with the row's id, or 0
   * where it has none. What charges write is none: it comes with each call, and always changes one of these columns.
   * On SQLite there is no other node to be told.
   */
  noteChanges: (table: string, charged: string[]) => Promise<void>
  /** A statement that brings rows along, in words that both engines know. */
  change: (statement: string) => Promise<void>
  /** Makes rows of what a query finds, where no statement could; those whose key is there already are left out. */
  carry: (query: string, into: string, make: (row: Row) => Row[]) => Promise<void>
}

/** Creates tables that mean the same on both engines: 64-bit integers, no column without a type. */
export const tableBuilder = (database: Kysely<unknown>, engine: Engine): TableBuilder => ({
  table: async (name, columns, { primary, beside = [], unique = [], references = {} } = {}) => {
    const lines = [
      ...Object.entries(columns).map(([column, kind]) => `${quoted(column)} ${columnTypes[engine][kind]}`),
      ...(primary === undefined ? [] : [`primary key (${list(primary)})${include(engine, beside)}`]),
      ...unique.map((key) => `constraint ${quoted(`${name}_${key.join('_')}_unique`)} unique (${list(key)})`),
      ...Object.entries(references).map(
        ([column, parent]) => `foreign key (${quoted(column)}) references ${quoted(parent)} (id) on delete cascade`,
      ),
    ]
    const ending = engine === 'postgres' ? '' : primary === undefined ? 'strict' : 'strict, without rowid'
    await sql.raw(`create table ${quoted(name)} (${lines.join(', ')}) ${ending}`).execute(database)
  },
  readAlongKey: async (table, primary, beside) => {
    if (engine === 'sqlite') return
    const key = `primary key (${list(primary)})${include(engine, beside)}`
    const dropped = `drop constraint ${quoted(`${table}_pkey`)}`
    await sql.raw(`alter table ${quoted(table)} ${dropped}, add ${key}`).execute(database)
  },
  addColumn: async (table, name, kind) => {
    await sql
      .raw(`alter table ${quoted(table)} add column ${quoted(name)} ${columnTypes[engine][kind]}`)
      .execute(database)
  },
  column: async (table, name, expression) => {
    // Neither engine can add the other's kind. On SQLite it takes no space but in an index.
    const kind = engine === 'sqlite' ? 'virtual' : 'stored'
    const definition = `${quoted(name)} text generated always as (${expression[engine]}) ${kind}`
    await sql.raw(`alter table ${quoted(table)} add column ${definition}`).execute(database)
  },
  index: async (table, columns, only) => {
    const name = `${table}_${columns.join('_')}${only === undefined ? '' : '_some'}_index`
    const where = only === undefined ? '' : ` where ${only}`
    // SQLite ends each entry with the id by itself, and would keep it twice.
    const kept = engine === 'sqlite' && columns.at(-1) === 'id' ? columns.slice(0, -1) : columns
    await sql.raw(`create index ${quoted(name)} on ${quoted(table)} (${list(kept)})${where}`).execute(database)
  },
  dropIndex: async (table, columns) => {
    await sql.raw(`drop index ${quoted(`${table}_${columns.join('_')}_index`)}`).execute(database)
  },
  noteChanges: async (table, charged) => {
    if (engine === 'sqlite') return
    await sql.raw(noteVersion).execute(database)
    const isChange = ['old.* is distinct from new.*', ...charged.map((name) => `old.${name} = new.${name}`)].join(
      ' and ',
    )
    for (const [event, condition] of [
      ['update', `when (${isChange})`],
      ['insert or delete', ''],
    ]) {
      const name = quoted(`${table}_version_${event?.split(' ')[0]}`)
      const what = `after ${event} on ${quoted(table)} for each row ${condition}`
      await sql.raw(`create trigger ${name} ${what} execute function note_version('${table}')`).execute(database)
    }
  },
  change: async (statement) => {
    await sql.raw(statement).execute(database)
  },
  carry: async (query, into, make) => {
    const { rows } = await sql.raw<Row>(query).execute(database)
    const made = rows.flatMap(make)
    for (let from = 0; from < made.length; from += rowsAtOnce) {
      const some = made.slice(from, from + rowsAtOnce)
      const columns = sql.join(Object.keys(some[0] ?? {}).map((column) => sql.ref(column)))
      const values = sql.join(some.map((row) => sql`(${sql.join(Object.values(row))})`))
      await sql`insert into ${sql.table(into)} (${columns}) values ${values} on conflict do nothing`.execute(database)
    }
  },
})

const rowsAtOnce = 500

/**
 * The number of the transaction stands for the version: others see the row when they see the change, and nobody waits
 * for a counter.
 */
const noteVersion = `
create or replace function note_version() returns trigger language plpgsql as $function$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  insert into versions (topic, id, version)
  values (tg_argv[0], coalesce((changed ->> 'id')::bigint, 0), pg_current_xact_id()::text::bigint)
  on conflict (topic, id) do update set version = excluded.version;
  return null;
end
$function$`

/** SQLite keeps whole rows in the order of their primary key; PostgreSQL keeps them in the order they came. */
const include = (engine: Engine, columns: string[]): string =>
  engine === 'sqlite' || columns.length === 0 ? '' : ` include (${list(columns)})`

const quoted = (name: string): string => `"${name}"`
const list = (names: string[]): string => names.map(quoted).join(', ')

const columnTypes: Record<Engine, Record<ColumnKind, string>> = {
  sqlite: {
    id: 'integer primary key autoincrement',
    'time id': 'integer primary key',
    integer: 'integer not null',
    'integer?': 'integer',
    'integer=0': 'integer not null default 0',
    real: 'real not null',
    text: 'text not null',
    'text?': 'text',
  },
  postgres: {
    id: 'bigint generated by default as identity primary key',
    // Its sequence tells rows of one second apart.
    'time id': 'bigint generated by default as identity primary key',
    integer: 'bigint not null',
    'integer?': 'bigint',
    'integer=0': 'bigint not null default 0',
    real: 'double precision not null',
    text: 'text not null',
    'text?': 'text',
  },
}
