import type { TableBuilder } from './table-builder.ts'

/** Whether a channel's key is a list of keys; those that are there were always read as one. */
export const keyLists = async ({ change }: TableBuilder): Promise<void> => {
  await change('alter table channels add column key_list integer not null default 1')
}
