import type { Batch, OwnBatch } from '#contract/batches.ts'

/** Of everybody for an administrator, who sees more of them, and the own ones otherwise. */
export type BatchRow = OwnBatch & Partial<Pick<Batch, 'channel_id' | 'channel_name' | 'user_id' | 'username'>>
