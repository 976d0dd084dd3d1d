import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { isUniqueViolation } from './failures.ts'
import { findSetup, insertSetup } from './setup.ts'

eachDatabase((_engine, open) => {
  it('happens once, however many try at the same time', async () => {
    const database = await open()
    expect(await findSetup(database.query)).toBeUndefined()
    const row = { id: 1, version: '1', initialized_at: 5 }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => database.transaction((transaction) => insertSetup(transaction, row))),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(isUniqueViolation(outcome.reason)).toBe(true)
    }
    expect(await findSetup(database.query)).toEqual(row)
  })
})
