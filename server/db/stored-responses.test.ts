import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { deleteOldest } from './delete-oldest.ts'
import {
  claimOwedResponse,
  deleteStoredResponse,
  findStoredResponse,
  keepStoredResponses,
  listOwedResponses,
  releaseOwedResponse,
} from './stored-responses.ts'

const row = {
  user_id: 7,
  response_id: 'resp_1',
  channel_id: 1,
  key_place: 0,
  created_at: 100,
  owed: null,
  claimed_until: 0,
  context_tokens: null,
}

eachDatabase((_engine, open) => {
  it('finds an answer for its user only, where it was made last', async () => {
    const { query } = await open()
    await keepStoredResponses(query, [row, { ...row, user_id: 8, channel_id: 5 }])
    await keepStoredResponses(query, [{ ...row, channel_id: 2, key_place: 3, created_at: 200 }])
    expect(await findStoredResponse(query, 7, 'resp_1')).toMatchObject({ channel_id: 2, key_place: 3 })
    expect(await findStoredResponse(query, 8, 'resp_1')).toMatchObject({ channel_id: 5 })
    expect(await findStoredResponse(query, 9, 'resp_1')).toBeUndefined()
    await deleteStoredResponse(query, 7, 'resp_1')
    expect(await findStoredResponse(query, 7, 'resp_1')).toBeUndefined()
  })

  it('lets one at a time see to what is owed', async () => {
    const { query } = await open()
    await keepStoredResponses(query, [
      { ...row, owed: '{}' },
      { ...row, response_id: 'resp_2' },
    ])
    const wish = { now: 500, madeBefore: 400, limit: 10 }
    expect((await listOwedResponses(query, wish)).map(({ response_id }) => response_id)).toEqual(['resp_1'])
    expect(await listOwedResponses(query, { ...wish, madeBefore: 100 })).toEqual([])
    const claim = { userId: 7, responseId: 'resp_1', now: 500, until: 600 }
    const claims = await Promise.all([1, 2, 3].map(() => claimOwedResponse(query, claim)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await listOwedResponses(query, wish)).toEqual([])
    await releaseOwedResponse(query, { userId: 7, responseId: 'resp_1', now: 510, paid: false })
    expect(await claimOwedResponse(query, { ...claim, now: 510 })).toBe(true)
    await releaseOwedResponse(query, { userId: 7, responseId: 'resp_1', now: 520, paid: true })
    expect(await claimOwedResponse(query, { ...claim, now: 600 })).toBe(false)
    expect(await claimOwedResponse(query, { ...claim, responseId: 'resp_2' })).toBe(false)
  })

  it('deletes old ones, in pieces', async () => {
    const { query } = await open()
    const rows = Array.from({ length: 25 }, (_, index) => ({ ...row, response_id: `resp_${index}`, created_at: index }))
    await keepStoredResponses(query, rows)
    const old = { table: 'stored_responses', before: 20, limit: 10 } as const
    expect(await deleteOldest(query, old)).toBe(10)
    expect(await deleteOldest(query, old)).toBe(10)
    expect(await deleteOldest(query, old)).toBe(0)
    expect(await findStoredResponse(query, 7, 'resp_20')).toBeDefined()
  })
})
