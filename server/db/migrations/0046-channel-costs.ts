import type { TableBuilder } from './table-builder.ts'

/** What its vendor charges the operator for each model: JSON text, as its siblings are. */
export const channelCosts = async ({ change }: TableBuilder): Promise<void> => {
  await change(`alter table "channels" add column "costs" text not null default ''`)
}
