import type { Generated } from 'kysely'

export type RedemptionsTable = {
  id: Generated<number>
  name: string
  key: string
  status: number
  quota: number
  is_gift: number
  max_uses: number
  used_count: number
  used_user_id: number
  /** For whoever goes through the books by hand: nothing here reads it. */
  creator_id: number
  valid_from: number
  valid_until: number
  created_time: number
  redeemed_time: number
  /** The first of those that were made with it. */
  batch_id: Generated<number>
  deleted_at: number | null
}

export type RedemptionBatchesTable = { id: number; name: string; creator_id: number; created_time: number }

export type RedemptionUsesTable = { redemption_id: number; user_id: number; quota: number; created_at: number }
