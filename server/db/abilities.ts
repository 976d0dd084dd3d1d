import type { Executor } from './database.ts'
import type { AbilityRow } from './schema.ts'

/** How many rows go into one statement: it has seven values a row, and engines limit how many a statement may have. */
const rowsAtOnce = 500

/** Puts these rows in the place of what the channel had. Belongs in the transaction that writes the channel. */
export const replaceAbilities = async (
  executor: Executor,
  channelId: number,
  rows: readonly AbilityRow[],
): Promise<void> => {
  await executor.deleteFrom('abilities').where('channel_id', '=', channelId).execute()
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await executor
      .insertInto('abilities')
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Every model that an enabled channel serves, sorted. */
export const listEnabledModels = async (executor: Executor): Promise<string[]> => {
  const rows = await enabledModels(executor).execute()
  return rows.map(({ model }) => model)
}

/** Every model that an enabled channel serves to one of the groups, sorted. */
export const listModelsOfGroups = async (executor: Executor, groups: readonly string[]): Promise<string[]> => {
  if (groups.length === 0) return []
  const rows = await enabledModels(executor).where('group', 'in', groups).execute()
  return rows.map(({ model }) => model)
}

const enabledModels = (executor: Executor) =>
  executor.selectFrom('abilities').select('model').distinct().where('enabled', '=', 1).orderBy('model')
