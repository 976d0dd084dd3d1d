import { describe, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import {
  claimRedemption,
  deleteRedemption,
  findRedemption,
  insertRedemptions,
  insertRedemptionUse,
  setRedemptionStatus,
} from './redemptions.ts'
import type { NewRedemption } from './schema.ts'

const now = 1_700_000_000
let made = 0

const redemption = (fields: Partial<NewRedemption> = {}): NewRedemption => {
  made += 1
  return {
    key: `code${made}`,
    name: 'code',
    quota: 100,
    is_gift: 0,
    max_uses: -1,
    used_count: 0,
    status: 1,
    valid_from: 0,
    valid_until: 0,
    created_time: now,
    redeemed_time: 0,
    creator_id: 1,
    used_user_id: 0,
    deleted_at: null,
    ...fields,
  }
}

eachDatabase((_engine, open) => {
  const openWith = async (fields: Partial<NewRedemption>) => {
    const { query } = await open()
    const [id = 0] = await insertRedemptions(query, [redemption(fields)])
    return { query, id, claim: (userId = 7, at = now) => claimRedemption(query, { id, userId, now: at }) }
  }

  describe('taking a use of a code, whatever was looked at before', () => {
    it('gives a plain code to one', async () => {
      const { query, id, claim } = await openWith({})
      expect(await claim(7)).toMatchObject({ used_count: 1, status: 3, used_user_id: 7, redeemed_time: now })
      expect(await claim(8)).toBeUndefined()
      expect(await findRedemption(query, id)).toMatchObject({ used_count: 1, used_user_id: 7 })
    })

    it('gives a gift to exactly as many as it is for, and is used up with the last of them', async () => {
      const { query, id, claim } = await openWith({ is_gift: 1, max_uses: 3 })
      expect(await claim()).toMatchObject({ used_count: 1, status: 1, used_user_id: 0 })
      expect(await claim()).toMatchObject({ used_count: 2, status: 1 })
      expect(await claim()).toMatchObject({ used_count: 3, status: 3 })
      expect(await claim()).toBeUndefined()
      await query.updateTable('redemptions').set({ status: 1 }).where('id', '=', id).execute()
      expect(await claim()).toBeUndefined()
    })

    it('gives a gift without a limit to everybody', async () => {
      const { claim } = await openWith({ is_gift: 1 })
      for (let count = 1; count <= 5; count += 1) expect(await claim()).toMatchObject({ used_count: count, status: 1 })
    })

    it('gives nobody one that was deleted or disabled meanwhile', async () => {
      const deleted = await openWith({ is_gift: 1 })
      expect(await deleteRedemption(deleted.query, deleted.id, now)).toBe(1)
      expect(await deleted.claim()).toBeUndefined()
      const disabled = await openWith({ is_gift: 1 })
      expect(await setRedemptionStatus(disabled.query, disabled.id, 2)).toBe(true)
      expect(await disabled.claim()).toBeUndefined()
      expect(await setRedemptionStatus(disabled.query, disabled.id, 1)).toBe(true)
      expect(await disabled.claim()).toBeDefined()
    })

    it('gives one from its first second to its last', async () => {
      const { claim } = await openWith({ is_gift: 1, valid_from: now, valid_until: now + 60 })
      expect(await claim(7, now - 1)).toBeUndefined()
      expect(await claim(7, now)).toBeDefined()
      expect(await claim(7, now + 60)).toBeDefined()
      expect(await claim(7, now + 61)).toBeUndefined()
    })

    it('is written down once for each user', async () => {
      const { query, id } = await openWith({ is_gift: 1 })
      const use = { redemption_id: id, user_id: 7, quota: 100, created_at: now }
      expect(await insertRedemptionUse(query, use)).toBe(true)
      expect(await insertRedemptionUse(query, use)).toBe(false)
      expect(await insertRedemptionUse(query, { ...use, user_id: 8 })).toBe(true)
    })
  })
})
