import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { taskRow } from '#testing/rows.ts'
import { keepTaskHold, listLeftHolds, renewTaskHolds, takeOverTaskHold } from './task-holds.ts'
import { insertTask } from './tasks.ts'

const task = { userId: 7, platform: 'responses', taskId: 'resp_1' }
const hold = { amount: 500, holder: 'one', until: 200 }

eachDatabase((_engine, open) => {
  const begin = async () => {
    const { query } = await open()
    const row = { user_id: 7, platform: 'responses', action: 'respond' }
    await insertTask(query, taskRow({ ...row, task_id: 'resp_1', is_open: 1 }))
    await insertTask(query, taskRow({ ...row, task_id: 'resp_2', is_open: 0 }))
    await insertTask(query, taskRow({ ...row, task_id: 'resp_3', is_open: 1 }))
    expect(await keepTaskHold(query, task, { ...hold, amount: 1 })).toBe(true)
    expect(await keepTaskHold(query, task, hold)).toBe(true)
    return query
  }
  const wish = { holder: 'two', until: 300, now: 300, ahead: 90, limit: 10 }

  it('finds what an ended process held for tasks that are open', async () => {
    const query = await begin()
    expect(await listLeftHolds(query, wish)).toMatchObject([{ task_id: 'resp_1', held: 500, holder: 'one' }])
    expect(await listLeftHolds(query, { ...wish, holder: 'one' })).toEqual([])
    expect(await renewTaskHolds(query, { holder: 'one', until: 400 })).toEqual([task])
    expect(await listLeftHolds(query, wish)).toEqual([])
  })

  it('lets one process take a hold over, and the one before it hold no more', async () => {
    const query = await begin()
    const [left] = await listLeftHolds(query, wish)
    if (left === undefined) throw new Error('it is left')
    const outcomes = await Promise.all(
      ['two', 'three', 'four'].map((holder) => takeOverTaskHold(query, left, { holder, until: 900 })),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect(await listLeftHolds(query, wish)).toEqual([])
    expect(await renewTaskHolds(query, { holder: 'one', until: 900 })).toEqual([])
    expect(await keepTaskHold(query, task, hold)).toBe(false)
  })

  it('holds nothing for a task that is over', async () => {
    const query = await begin()
    expect(await keepTaskHold(query, { ...task, taskId: 'resp_2' }, hold)).toBe(false)
    await query.updateTable('tasks').set({ is_open: 0 }).execute()
    expect(await renewTaskHolds(query, { holder: 'one', until: 400 })).toEqual([])
    expect(await listLeftHolds(query, wish)).toEqual([])
  })
})
