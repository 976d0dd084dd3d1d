import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { deleteOldest } from './delete-oldest.ts'
import { deleteStoredResponse, findStoredResponse, keepStoredResponses } from './stored-responses.ts'

const row = {
  user_id: 7,
  response_id: 'resp_1',
  channel_id: 1,
  key_place: 0,
  created_at: 100,
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
