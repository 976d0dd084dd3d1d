import type { Database } from '#server/db/database.ts'
import { insertLog, rollUp } from '#server/db/logs/log-store.ts'
import type { Settlement } from '#server/db/settling/settlement.ts'
import { channelRow, tokenRow, userRow } from '#testing/rows.ts'
import { madeUpCalls, modelName, population, tokenName, userName } from './made-up-calls.ts'

/** Enough for each of them to pay for everything that is made up. */
const quotaOfUser = 1_000_000_000_000

const batchSize = 512
/** While one batch commits, the next is made up. */
const batchesAtOnce = 2

/**
 * Fills an empty database with users and the calls they made until now. The calls take the way of real ones, so that
 * rows lie as they would, and the books add up.
 */
export const fillLogs = async (database: Database, count: number, until: number, stop: AbortSignal): Promise<void> => {
  await addPopulation(database, until)
  const calls = madeUpCalls(count, until)
  let batch: Settlement[] = []
  const under = new Set<Promise<unknown>>()
  for (const call of calls) {
    batch.push(call)
    if (batch.length < batchSize) continue
    stop.throwIfAborted()
    const full = batch
    batch = []
    const settled: Promise<unknown> = database.settle(full).finally(() => under.delete(settled))
    under.add(settled)
    if (under.size >= batchesAtOnce) await Promise.race(under)
  }
  await Promise.all([...under, database.settle(batch)])
  await rollUp(database, until)
}

/** Ids are those the database gives: an empty one counts from 1, and goes on after these. */
const addPopulation = (database: Database, until: number): Promise<void> =>
  database.transaction(async (transaction) => {
    for (let id = 1; id <= population.channels; id += 1) {
      await transaction.insertInto('channels').values(channelRow()).execute()
    }
    for (let id = 1; id <= population.users; id += 1) {
      const account = userRow({ username: userName(id), quota: quotaOfUser })
      await transaction.insertInto('users').values(account).execute()
      const gift = { ref: `gift:${id}`, user_id: id, kind: 'gift', amount: quotaOfUser, operator_id: 0, created_at: 0 }
      await transaction.insertInto('credits').values(gift).execute()
      for (let token = 0; token < population.tokensPerUser; token += 1) {
        const name = tokenName(id, token)
        await transaction
          .insertInto('tokens')
          .values(tokenRow({ user_id: id, name, unlimited_quota: 1 }))
          .execute()
      }
      for (const type of [1, 3, 4, 5] as const) {
        const created_at = until - ((id * 7919 + type * 104_729) % (population.days * 86_400))
        const row = { created_at, user_id: id, username: userName(id), content: modelName(id), other: '', quota: 0 }
        await insertLog(transaction, { ...row, type })
      }
    }
  })
