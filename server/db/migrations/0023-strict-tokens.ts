import type { TableBuilder } from './table-builder.ts'

/** Tokens that are refused what a model does not take, in place of having it left out (decision 52). */
export const strictTokens = async ({ change }: TableBuilder): Promise<void> => {
  await change('alter table tokens add column strict integer not null default 0')
}
