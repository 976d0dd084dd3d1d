import type { Executor } from './database.ts'
import type { AbilityRow } from './schema.ts'

/** How many rows go into one statement: it has seven values a row, and engines limit how many a statement may have. */
const rowsAtOnce = 500

/**
 * Puts these rows in the place of what the channels had: what stays as it was is not written. Belongs in the
 * transaction that writes the channels.
 */
export const replaceAbilities = async (
  executor: Executor,
  channelIds: readonly number[],
  rows: readonly AbilityRow[],
): Promise<void> => {
  if (channelIds.length === 0) return
  const before = await executor.selectFrom('abilities').selectAll().where('channel_id', 'in', channelIds).execute()
  const had = new Set(before.map(textOf))
  const has = new Set(rows.map(textOf))
  await deleteAbilities(
    executor,
    before.filter((row) => !has.has(textOf(row))),
  )
  const added = rows.filter((row) => !had.has(textOf(row)))
  for (let start = 0; start < added.length; start += rowsAtOnce) {
    await executor
      .insertInto('abilities')
      .values(added.slice(start, start + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

const textOf = ({ group, model, channel_id, enabled, priority, weight, tag }: AbilityRow): string =>
  JSON.stringify([group, model, channel_id, enabled, priority, weight, tag])

/** Each row is a part of the statement's condition. */
const deletedAtOnce = 100

const deleteAbilities = async (executor: Executor, rows: readonly AbilityRow[]): Promise<void> => {
  for (let start = 0; start < rows.length; start += deletedAtOnce) {
    const portion = rows.slice(start, start + deletedAtOnce)
    await executor
      .deleteFrom('abilities')
      .where('channel_id', 'in', [...new Set(portion.map(({ channel_id }) => channel_id))])
      .where((eb) => eb.or(portion.map(({ channel_id, group, model }) => eb.and({ channel_id, group, model }))))
      .execute()
  }
}

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
