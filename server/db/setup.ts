import type { Selectable } from 'kysely'
import type { Executor } from './database.ts'
import type { SetupTable } from './schema.ts'

export const findSetup = (executor: Executor): Promise<Selectable<SetupTable> | undefined> =>
  executor.selectFrom('setup').selectAll().executeTakeFirst()

/** The lock of setup: whoever inserts the row has done it, and everyone after gets a unique violation. */
export const insertSetup = async (executor: Executor, row: Selectable<SetupTable>): Promise<void> => {
  await executor.insertInto('setup').values(row).execute()
}
