import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { settlement } from '#testing/rows.ts'
import { findBrokenInvariants } from '../db/invariants.ts'
import type { LogDeletionRow } from '../db/schema.ts'

const count = 1203
const start = 1_700_000_000

describe('deleting old log rows', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
    })

    const progress = async () => (await root.get('/api/log/deletion')).data
    /** What another node says of its own. */
    const ofAnotherNode = (change: Partial<LogDeletionRow>) =>
      gateway()
        .plane.database.query.updateTable('log_deletions')
        .set({ finished: 0, ...change })
        .execute()
    const remove = (target: number | string, client = root) => client.remove(`/api/log/?target_timestamp=${target}`)

    it('has no progress before anybody asked for it', async () => {
      expect(await progress()).toBeNull()
    })

    it('answers how many rows from before the time there were, and writes it into the record of acts', async () => {
      const { database } = gateway().plane
      await database.settle(
        Array.from({ length: count }, (_, index) => settlement({ createdAt: start + index * 60, tokenId: 0 })),
      )
      const before = start + 1000 * 60
      const { data, success } = await remove(before)
      expect([success, data]).toEqual([true, 1000])
      const { items, total } = (await root.get(`/api/log/?type=2&start_timestamp=${start}&end_timestamp=${start * 2}`))
        .data
      expect([items.length, total]).toEqual([10, count - 1000])
      expect(await progress()).toMatchObject({ target_timestamp: before, deleted: 1000, total: 1000, running: false })
      const [act] = (await root.get('/api/audit/?page_size=1')).data.items
      expect([act.action, act.target, JSON.parse(act.after)]).toEqual([
        'log.delete',
        `before:${before}`,
        { deleted: 1000 },
      ])
      // What the calls cost stays in the sums and in the books.
      expect((await root.get(`/api/log/stat?end_timestamp=${start * 2}`)).data.quota).toBe(count * 10)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('runs once at a time, and its progress can be followed from anywhere', async () => {
      const now = Math.floor(Date.now() / 1000)
      await ofAnotherNode({ deleted: 30, total: 80, updated_at: now })
      expect(await progress()).toMatchObject({ deleted: 30, total: 80, running: true })
      expect((await remove(start + 5)).code).toBe('log_deletion_running')
      await ofAnotherNode({ finished: 1 })
      expect((await remove(start + 5)).data).toBe(0)
    })

    it('begins anew where another was broken off', async () => {
      await ofAnotherNode({ finished: 0, updated_at: Math.floor(Date.now() / 1000) - 61 })
      expect(await progress()).toMatchObject({ running: false })
      expect((await remove(start + 5)).success).toBe(true)
    })

    it('is for administrators, and needs a time', async () => {
      const user = await gateway().asUser('nobody')
      expect((await remove(start, user)).code).toBe('role_insufficient')
      expect((await user.get('/api/log/deletion')).code).toBe('role_insufficient')
      for (const target of ['', '0', '-5', 'x']) expect((await remove(target)).success).toBe(false)
    })
  })
})
