import type { TableBuilder } from './table-builder.ts'

/** What whoever goes on from a stored answer reads of the turns before; null where nobody has heard of it yet. */
export const lengthsOfStoredResponses = async ({ change }: TableBuilder): Promise<void> => {
  await change('alter table stored_responses add column context_tokens integer')
}
