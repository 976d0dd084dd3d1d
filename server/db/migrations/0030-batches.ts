import type { TableBuilder } from './table-builder.ts'

/** Work whose price is only known at its end: by what it is to be priced then, and what it was charged. */
export const batches = async ({ change }: TableBuilder): Promise<void> => {
  await change('alter table tasks add column terms text')
  await change('alter table tasks add column receipt text')
}
