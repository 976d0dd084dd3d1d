import type { TableBuilder } from './table-builder.ts'

/** Nothing ever read them. */
export const noUnreadColumns = async ({ change }: TableBuilder): Promise<void> => {
  await change('alter table sessions drop column last_seen_at')
  await change('alter table drawings drop column refunded')
  await change('alter table songs drop column refunded')
}
