import type { TableBuilder } from './table-builder.ts'

/** Files of calls that no upstream keeps, and what became of each call: every node reads them where it goes on. */
export const ownBatches = async ({ table, index }: TableBuilder): Promise<void> => {
  await table(
    'own_files',
    {
      file_id: 'text',
      user_id: 'integer',
      bytes: 'integer',
      of_batch: 'text?',
      part: 'text',
      expires_at: 'integer',
    },
    { primary: ['file_id'] },
  )
  await index('own_files', ['expires_at'])
  await index('own_files', ['user_id'])
  await table(
    'own_file_pieces',
    { file_id: 'text', place: 'integer', content: 'text' },
    { primary: ['file_id', 'place'] },
  )
  await table(
    'batch_lines',
    { batch_id: 'text', line: 'integer', outcome: 'integer', bytes: 'integer', content: 'text' },
    { primary: ['batch_id', 'line'] },
  )
}
