import type { TableBuilder } from './table-builder.ts'

/** What is set aside for answers that are made in the background, and which process does. */
export const responseHolds = async ({ table, index }: TableBuilder): Promise<void> => {
  await table(
    'response_holds',
    { user_id: 'integer', response_id: 'text', amount: 'integer', holder: 'text', held_until: 'integer' },
    { primary: ['user_id', 'response_id'] },
  )
  await index('response_holds', ['held_until'])
}
