import type { TableBuilder } from './table-builder.ts'

/** Which channel keeps an answer that a user may ask for again, with which of its keys it was made, and what is owed. */
export const storedResponses = async ({ table, index }: TableBuilder): Promise<void> => {
  await table(
    'stored_responses',
    {
      user_id: 'integer',
      response_id: 'text',
      channel_id: 'integer',
      key_place: 'integer',
      created_at: 'integer',
      owed: 'text?',
      claimed_until: 'integer',
    },
    { primary: ['user_id', 'response_id'] },
  )
  await index('stored_responses', ['created_at'])
  await index('stored_responses', ['claimed_until'], 'owed is not null')
}
