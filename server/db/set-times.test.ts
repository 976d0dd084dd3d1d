import { describe, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { channelRow, taskRow } from '#testing/rows.ts'
import { claimTest, insertChannel, listChannelIds } from './channels.ts'
import type { Database } from './database.ts'
import { claimDelivery, insertDelivery } from './deliveries.ts'
import { deleteLogsBefore, readLogDeletion } from './logs/log-store.ts'
import { keepTaskHold, listLeftHolds } from './task-holds.ts'
import { claimDueTasks } from './task-looks.ts'
import { insertTask } from './tasks.ts'

const day = 86_400
const now = 10 * day

/** What waits for a time that is kept: whether it goes on now, when that time was set at `set`. */
const goesOn: Record<string, (database: Database, set: number) => Promise<boolean>> = {
  'a delivery': async ({ query }, set) => {
    const times = { due_at: set, gives_up_at: set + day, created_at: set }
    await insertDelivery(query, { kind: 'mail', purpose: 'x', payload_sealed: 'x', attempts: 1, ...times })
    return (await claimDelivery(query, { kind: 'mail', now, until: now + 1 })) !== undefined
  },
  'the test of a channel': async ({ query }, set) => {
    const id = await insertChannel(query, { ...channelRow(), test_time: set })
    const wish = { due: now - 600, now }
    const ids = await listChannelIds(query, { testedBefore: wish })
    return (await claimTest(query, id, wish)) && ids.includes(id)
  },
  'an open task': async ({ query }, set) => {
    await insertTask(query, taskRow({ is_open: 1, due_at: set }))
    return (await claimDueTasks(query, { now, until: now + 1, limit: 1 })).length === 1
  },
  'what another held for one': async ({ query }, set) => {
    await insertTask(query, taskRow({ user_id: 7, platform: 'responses', task_id: 'resp_1', is_open: 1 }))
    const task = { userId: 7, platform: 'responses', taskId: 'resp_1' }
    await keepTaskHold(query, task, { amount: 1, holder: 'one', until: set })
    return (await listLeftHolds(query, { holder: 'two', until: now, now, ahead: 90, limit: 1 })).length === 1
  },
  'a deletion of rows that broke off': async (database, set) => {
    const state = { target_timestamp: 1, deleted: 0, total: 1, started_at: set, updated_at: set, finished: 0 }
    await database.query
      .insertInto('log_deletions')
      .values({ id: 1, ...state })
      .execute()
    const begun = await readLogDeletion(database.query, now)
    return begun?.running === false && (await deleteLogsBefore(database, 1, () => now)) !== undefined
  },
}

eachDatabase((_engine, open) => {
  describe('a time that is kept', () => {
    it.each(Object.entries(goesOn))(
      'F22: is not waited for when it was set before the clock went back: %s',
      async (_name, begin) => {
        expect(await begin(await open(), now + day)).toBe(true)
      },
    )

    it.each(Object.entries(goesOn))(
      'F22: is waited for when a clock that set it was 90 s ahead: %s',
      async (_name, begin) => {
        expect(await begin(await open(), now + 90)).toBe(false)
      },
    )
  })
})
