import { describe, expect, it } from 'vitest'
import { eachBatchBench } from '#testing/batch-bench.ts'
import { batchAnswer } from '#testing/batch-service.ts'

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

eachBatchBench(({ gateway, root, service, create, poll, whenOver, rows }) => {
  const listed = async (path = '/api/batch/self?p=1&page_size=100') => (await root().get(path)).data.items
  const batchOf = async (id: string) => (await listed()).find(({ task_id }: { task_id: string }) => task_id === id)

  describe('the batches of the console', () => {
    it('tell how far they have come, what is held, and then what was charged, with the row that says so', async () => {
      const { id } = await create()
      const before = await batchOf(id)
      expect(before).toMatchObject({
        model: 'gpt',
        mark: 'openai',
        lines: 2,
        answered: 0,
        charged: null,
        results: '',
        request_id: '',
      })
      expect(before.held).toBe(before.estimate)
      service().change(id, { request_counts: { total: 2, completed: 1, failed: 0 } })
      await poll()
      expect(await batchOf(id)).toMatchObject({ answered: 1, progress: '50%', finish_time: 0 })
      service().finish(id, [batchAnswer('one', usage), batchAnswer('two', undefined, 400)])
      await whenOver(id)
      const over = await batchOf(id)
      expect(over).toMatchObject({ status: 'SUCCESS', answered: 1, failed: 1, held: 0, charged: 60, finish_time: 9 })
      const [row] = await rows()
      expect([row.request_id, row.quota]).toEqual([over.request_id, 60])
      const shown = await fetch(gateway().url + over.results)
      expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('Hello.')])
      expect(shown.headers.get('content-disposition')).toContain('attachment')
      const forged = over.results.replace(
        /signature=(.)/,
        (_: string, first: string) => `signature=${first === 'a' ? 'b' : 'a'}`,
      )
      expect((await fetch(gateway().url + forged)).status).toBe(403)
    })

    it('are asked about again within three seconds for as long as somebody sees them, however old they are', async () => {
      const { id } = await create()
      await poll(3000)
      for (const completed of [1, 2]) {
        await batchOf(id)
        service().change(id, { request_counts: { total: 2, completed, failed: 0 } })
        await poll(3)
        expect(await batchOf(id)).toMatchObject({ answered: completed })
      }
      service().finish(id, [batchAnswer('one', usage), batchAnswer('two', usage)])
      await whenOver(id)
    })

    it('are cancelled by their owner, once, and by nobody else', async () => {
      const { id } = await create()
      const { id: place } = await batchOf(id)
      const stranger = await gateway().asUser('passer-by')
      expect((await stranger.get('/api/batch/self')).data.items).toEqual([])
      expect(await stranger.post(`/api/batch/${place}/cancel`)).toMatchObject({ success: false, code: 'thing_missing' })
      expect((await stranger.get('/api/batch/')).success).toBe(false)
      expect(service().batches.get(id).status).toBe('in_progress')
      expect(await root().post(`/api/batch/${place}/cancel`)).toMatchObject({ success: true })
      expect(service().batches.get(id).status).toBe('cancelling')
      expect(await root().post(`/api/batch/${place}/cancel`)).toMatchObject({ code: 'batch_not_stopped' })
      service().finish(id, [], 'cancelled')
      await whenOver(id)
      expect(await root().post(`/api/batch/${place}/cancel`)).toMatchObject({ code: 'batch_over' })
    })
  })
})
