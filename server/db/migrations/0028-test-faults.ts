import type { TableBuilder } from './table-builder.ts'

/** Why the last test of a channel failed; empty: it did not. */
export const testFaults = async ({ change }: TableBuilder): Promise<void> => {
  await change(`alter table "channels" add column "test_fault" text not null default ''`)
}
