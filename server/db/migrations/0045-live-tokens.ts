import type { TableBuilder } from './table-builder.ts'

/** How many sessions each key for a browser has opened that is good for a number of them. */
export const liveTokens = async ({ table, index }: TableBuilder): Promise<void> => {
  await table('live_tokens', { token_id: 'text', used: 'integer', created_at: 'integer' }, { primary: ['token_id'] })
  await index('live_tokens', ['created_at'])
}
