import type { TableBuilder } from './table-builder.ts'

/** What was asked for stands beside what its upstream says of it: that is told again with every word. */
export const videos = async ({ change }: TableBuilder): Promise<void> => {
  await change('alter table tasks add column asked text')
}
