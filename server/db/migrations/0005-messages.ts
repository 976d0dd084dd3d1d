import type { TableBuilder } from './table-builder.ts'

/** Mails and webhook calls on their way, and who was warned of a low quota. */
export const messages = async ({ table, index }: TableBuilder): Promise<void> => {
  await table('deliveries', {
    id: 'id',
    kind: 'text',
    purpose: 'text',
    payload_sealed: 'text',
    attempts: 'integer',
    due_at: 'integer',
    gives_up_at: 'integer',
    created_at: 'integer',
  })
  await index('deliveries', ['kind', 'due_at'])
  await table(
    'quota_warnings',
    { user_id: 'integer', threshold: 'integer', created_at: 'integer' },
    { primary: ['user_id'], references: { user_id: 'users' } },
  )
}
