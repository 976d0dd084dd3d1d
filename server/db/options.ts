import type { Selectable } from 'kysely'
import type { Executor } from './database.ts'
import type { OptionsTable } from './schema.ts'

export const listOptions = (executor: Executor): Promise<Selectable<OptionsTable>[]> =>
  executor.selectFrom('options').selectAll().orderBy('key').execute()

export const putOption = async (executor: Executor, row: Selectable<OptionsTable>): Promise<void> => {
  await executor
    .insertInto('options')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value, updated_at: row.updated_at }))
    .execute()
}
