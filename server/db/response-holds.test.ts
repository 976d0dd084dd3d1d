import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import {
  deleteOldResponseHolds,
  deleteResponseHold,
  keepResponseHold,
  listLeftHolds,
  renewResponseHolds,
  takeOverResponseHold,
} from './response-holds.ts'
import { keepStoredResponses } from './stored-responses.ts'

const answer = {
  user_id: 7,
  channel_id: 1,
  key_place: 0,
  created_at: 100,
  owed: '{}',
  claimed_until: 0,
  context_tokens: null,
}
const hold = { user_id: 7, response_id: 'resp_1', amount: 500, holder: 'one', held_until: 200 }

eachDatabase((_engine, open) => {
  const begin = async () => {
    const { query } = await open()
    await keepStoredResponses(query, [
      { ...answer, response_id: 'resp_1' },
      { ...answer, response_id: 'resp_2', owed: null },
    ])
    await keepResponseHold(query, { ...hold, amount: 1 })
    await keepResponseHold(query, hold)
    await keepResponseHold(query, { ...hold, response_id: 'resp_2' })
    return query
  }
  const wish = { holder: 'two', until: 300, now: 300, ahead: 90, limit: 10 }

  it('finds what an ended process held for answers that are still owed', async () => {
    const query = await begin()
    expect(await listLeftHolds(query, wish)).toMatchObject([{ response_id: 'resp_1', amount: 500, holder: 'one' }])
    expect(await listLeftHolds(query, { ...wish, holder: 'one' })).toEqual([])
    await renewResponseHolds(query, 'one', 400)
    expect(await listLeftHolds(query, wish)).toEqual([])
  })

  it('lets one process take a hold over', async () => {
    const query = await begin()
    const left = { userId: 7, responseId: 'resp_1', from: 'one' }
    const outcomes = await Promise.all(
      ['two', 'three', 'four'].map((holder) => takeOverResponseHold(query, left, { holder, until: 900 })),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect(await listLeftHolds(query, wish)).toEqual([])
  })

  it('forgets what was paid, and what nobody holds any more', async () => {
    const query = await begin()
    await deleteResponseHold(query, 7, 'resp_2')
    expect(await query.selectFrom('response_holds').selectAll().execute()).toHaveLength(1)
    await deleteOldResponseHolds(query, 200)
    expect(await query.selectFrom('response_holds').selectAll().execute()).toHaveLength(1)
    await deleteOldResponseHolds(query, 201)
    expect(await query.selectFrom('response_holds').selectAll().execute()).toEqual([])
  })
})
