import type { TableBuilder } from './table-builder.ts'

/** What long lists are ordered by and calls do not change (docs/decisions/0044-orders-of-long-lists.md). */
export const ordersOfLists = async ({ index }: TableBuilder): Promise<void> => {
  await index('users', ['last_login_at', 'id'])
  await index('redemptions', ['redeemed_time', 'id'])
}
