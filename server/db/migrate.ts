import { type Kysely, type Migration, Migrator } from 'kysely'
import type { Engine } from './database.ts'
import { migrations } from './migrations/index.ts'
import { tableBuilder } from './migrations/table-builder.ts'

/** Brings the schema forward to `target`, the newest when not given. Nodes that start together take turns. */
export const migrate = async <Schema>(database: Kysely<Schema>, engine: Engine, target?: string): Promise<void> => {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => steps(engine) },
    // One with an earlier number may be written later.
    allowUnorderedMigrations: true,
  })
  const { error } = target === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(target)
  if (error !== undefined) throw error
}

const steps = (engine: Engine): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, build]) => [
      name,
      { up: (database: Kysely<unknown>) => build(tableBuilder(database, engine)) },
    ]),
  )
