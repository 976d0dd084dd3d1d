import type { TableBuilder } from './table-builder.ts'

/** Keys of tokens that were replaced, and until when they still open what the new ones do. */
export const replacedKeys = async ({ table, index }: TableBuilder): Promise<void> => {
  await table('replaced_keys', { key_hash: 'text', token_id: 'integer', until: 'integer' }, { primary: ['key_hash'] })
  await index('replaced_keys', ['token_id'])
}
