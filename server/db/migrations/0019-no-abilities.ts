import type { TableBuilder } from './table-builder.ts'

/** What a channel can serve is worked out from its row where it is asked for, in memory; nothing read this table. */
export const noAbilities = async ({ change }: TableBuilder): Promise<void> => {
  await change('drop table abilities')
}
