import type { Executor } from './database.ts'
import type { AbilityRow } from './schema.ts'

/** How many rows go into one statement: it has seven values a row, and engines limit how many a statement may have. */
const rowsAtOnce = 500

/**
 * Puts these rows in the place of what the channels had, where they differ from it. Belongs in the transaction that
 * writes the channels.
 */
export const replaceAbilities = async (
  executor: Executor,
  channelIds: readonly number[],
  rows: readonly AbilityRow[],
): Promise<void> => {
  if (channelIds.length === 0) return
  const had = await executor.selectFrom('abilities').selectAll().where('channel_id', 'in', channelIds).execute()
  const before = Map.groupBy(had, ({ channel_id }) => channel_id)
  const after = Map.groupBy(rows, ({ channel_id }) => channel_id)
  const changed = channelIds.filter((id) => textOf(before.get(id)) !== textOf(after.get(id)))
  if (changed.length === 0) return
  await executor.deleteFrom('abilities').where('channel_id', 'in', changed).execute()
  const added = changed.flatMap((id) => after.get(id) ?? [])
  for (let start = 0; start < added.length; start += rowsAtOnce) {
    await executor
      .insertInto('abilities')
      .values(added.slice(start, start + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Equal for equal abilities, in whatever order. */
const textOf = (rows: readonly AbilityRow[] = []): string =>
  rows
    .map(({ group, model, enabled, priority, weight, tag }) =>
      JSON.stringify([group, model, enabled, priority, weight, tag]),
    )
    .sort()
    .join('\n')

/** What a channel's abilities take over from it. */
export const updateAbilities = async (
  executor: Executor,
  channelIds: readonly number[],
  change: Partial<Pick<AbilityRow, 'enabled' | 'priority' | 'weight' | 'tag'>>,
): Promise<void> => {
  if (Object.keys(change).length === 0) return
  for (let start = 0; start < channelIds.length; start += rowsAtOnce) {
    await executor
      .updateTable('abilities')
      .set(change)
      .where('channel_id', 'in', channelIds.slice(start, start + rowsAtOnce))
      .execute()
  }
}

/** What is left of channels that there are no longer. */
export const deleteAbilitiesOfNobody = async (executor: Executor): Promise<void> => {
  await executor
    .deleteFrom('abilities')
    .where('channel_id', 'not in', (eb) => eb.selectFrom('channels').select('id'))
    .execute()
}
