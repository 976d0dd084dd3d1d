import type { TableBuilder } from './table-builder.ts'

/** When a session's user last proved who he is. Of sessions that are there nobody knows, so they count as long ago. */
export const proofs = async ({ addColumn }: TableBuilder): Promise<void> => {
  await addColumn('sessions', 'proved_at', 'integer=0')
}
