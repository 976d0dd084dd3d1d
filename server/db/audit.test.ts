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
})
