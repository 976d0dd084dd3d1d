import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { insertAudit, listAudit } from './audit.ts'

eachDatabase((_engine, open) => {
  it('lists what was done, newest first', async () => {
    const { query } = await open()
    for (const action of ['one.made', 'two.made', 'three.made']) {
      await insertAudit(query, {
        created_at: 5,
        actor_id: 1,
        actor_name: 'root',
        action,
        target: 'channel:1',
        before: '',
        after: '{}',
        address: '::1',
      })
    }
    const first = await listAudit(query, { page: 1, pageSize: 2 })
    expect(first.total).toBe(3)
    expect(first.items.map(({ action }) => action)).toEqual(['three.made', 'two.made'])
    expect((await listAudit(query, { page: 2, pageSize: 2 })).items).toMatchObject([
      { action: 'one.made', actor_name: 'root', target: 'channel:1', address: '::1' },
    ])
  })

  it('is narrowed by who, what, to whom and when', async () => {
    const { query } = await open()
    const add = (fields: object) =>
      insertAudit(query, {
        created_at: 5,
        actor_id: 1,
        actor_name: 'root',
        action: 'user.disable',
        target: 'user:1',
        before: '',
        after: '',
        address: '::1',
        ...fields,
      })
    await add({})
    await add({ actor_name: 'keeper', created_at: 7 })
    await add({ action: 'user_x.made', target: 'user:10', created_at: 9 })
    const total = async (filters: object) => (await listAudit(query, { page: 1, pageSize: 10 }, filters)).total
    expect(await total({})).toBe(3)
    expect(await total({ actor: 'keeper' })).toBe(1)
    expect(await total({ target: 'user:1' })).toBe(2)
    expect(await total({ action: 'user.' })).toBe(2)
    expect(await total({ action: 'user' })).toBe(0)
    expect(await total({ action: 'user.disable' })).toBe(2)
    expect(await total({ start_timestamp: 7, end_timestamp: 8 })).toBe(1)
  })
})
