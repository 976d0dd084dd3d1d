import type { TableBuilder } from './table-builder.ts'

/** Answers that no upstream keeps: what each was asked and said itself, and the one that it goes on from. */
export const rememberedResponses = async ({ table, index }: TableBuilder): Promise<void> => {
  await table(
    'remembered_responses',
    {
      user_id: 'integer',
      response_id: 'text',
      previous_id: 'text?',
      created_at: 'integer',
      size: 'integer',
      sealed: 'text',
    },
    { primary: ['user_id', 'response_id'] },
  )
  await index('remembered_responses', ['created_at'])
  await index('remembered_responses', ['user_id', 'created_at', 'size'])
}
