import { describe, expect, it } from 'vitest'
import { answerJson } from '#testing/answering-upstream.ts'
import { batchLine } from '#testing/batch-service.ts'
import { answerPlainly, callOfPlain, eachOwnBatchBench, ownBatchOptions, perCall } from '#testing/own-batch-bench.ts'
import { patience } from '#testing/patience.ts'

eachOwnBatchBench((bench) => {
  const { gateway, clock, root, upstream, client, stranger, upload, create, poll, quota, rows, whenOver, results } =
    bench
  const refusedBatch = (lines: object[]) =>
    create(lines).then(
      () => 'taken',
      (error: Error & { status: number }) => `${error.status} ${error.message}`,
    )

  describe('a batch of a model whose channels have none', () => {
    it('is done here, each call at the price of batches, and answers and refusals are read in files', async () => {
      const before = await quota()
      const batch = await create([callOfPlain('one'), callOfPlain('two', 'a bad wish'), callOfPlain('three')])
      expect(batch).toMatchObject({
        object: 'batch',
        status: 'in_progress',
        request_counts: { total: 3, completed: 0 },
      })
      const over = await whenOver(batch.id)
      expect(over).toMatchObject({ status: 'completed', request_counts: { total: 3, completed: 2, failed: 1 } })
      const answers = await results(over.output_file_id)
      expect(answers.map(({ custom_id }) => custom_id)).toEqual(['one', 'three'])
      expect(answers[0].response).toMatchObject({
        status_code: 200,
        body: { choices: [{ message: { content: 'To one' } }] },
      })
      const [refusal] = await results(over.error_file_id)
      expect(refusal).toMatchObject({ custom_id: 'two', response: { status_code: 400 } })
      expect(refusal.response.body.error.message).toContain('A bad wish')
      expect(before - (await quota())).toBe(2 * perCall)
      const charged = (await rows()).slice(0, 2)
      expect(charged.map((row) => row.quota)).toEqual([perCall, perCall])
      expect(JSON.parse(charged[0].other)).toMatchObject({ service_ratio: 0.5 })
      expect(answers.map(({ response }) => response.request_id).toSorted()).toEqual(
        charged.map((row) => row.request_id).toSorted(),
      )
    })

    it('is its user’s alone, with its files, which are listed and deleted as any others', async () => {
      const fileId = await upload([callOfPlain('one')])
      expect(await client().files.retrieve(fileId)).toMatchObject({
        id: fileId,
        purpose: 'batch',
        filename: 'calls.jsonl',
      })
      const input_file_id = fileId
      await expect(stranger().files.content(fileId)).rejects.toMatchObject({ status: 404 })
      const asked = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' } as const
      await expect(stranger().batches.create(asked)).rejects.toMatchObject({ status: 404 })
      const batch = await client().batches.create(asked)
      await expect(stranger().batches.retrieve(batch.id)).rejects.toMatchObject({ status: 404 })
      await expect(client().files.delete(fileId)).rejects.toMatchObject({ status: 409 })
      const over = await whenOver(batch.id)
      const listed = await client().files.list()
      expect(listed.data.map(({ id }) => id)).toEqual(expect.arrayContaining([fileId, over.output_file_id]))
      expect(await client().files.delete(fileId)).toMatchObject({ deleted: true })
      expect(await client().files.delete(over.output_file_id ?? '')).toMatchObject({ deleted: true })
      await expect(client().files.content(over.output_file_id ?? '')).rejects.toMatchObject({ status: 404 })
    })

    it('stands in the console with how far it has come and, once it is over, what its calls cost together', async () => {
      const batch = await create([callOfPlain('one'), callOfPlain('two', 'a bad wish'), callOfPlain('three')])
      const shown = async () => {
        const { items } = (await root().get('/api/batch/?p=1&page_size=100')).data
        return items.find(({ task_id }: { task_id: string }) => task_id === batch.id)
      }
      const told = { model: 'plain', lines: 3, channel_id: 0, username: 'root', estimate: null, held: 0 }
      expect(await shown()).toMatchObject({ ...told, charged: null, results: '' })
      await whenOver(batch.id)
      const over = await shown()
      expect(over).toMatchObject({ ...told, status: 'SUCCESS', answered: 2, failed: 1, charged: 2 * perCall })
      expect(over.token_name).not.toBe('')
      expect(await (await fetch(gateway().url + over.results)).text()).toContain('To three')
    })

    it('is stopped from the console, and what was made by then is charged', async () => {
      const batch = await create([callOfPlain('one'), callOfPlain('two')])
      const { items } = (await root().get('/api/batch/self?p=1&page_size=100')).data
      const { id } = items.find(({ task_id }: { task_id: string }) => task_id === batch.id)
      expect(await root().post(`/api/batch/${id}/cancel`)).toMatchObject({ success: true })
      expect((await client().batches.retrieve(batch.id)).status).toBe('cancelling')
      expect(await whenOver(batch.id)).toMatchObject({ status: 'cancelled' })
      expect(await root().post(`/api/batch/${id}/cancel`)).toMatchObject({ code: 'batch_over' })
    })

    it('is not begun where a call in it could not be made by itself', async () => {
      expect(await refusedBatch([callOfPlain('one'), callOfPlain('one')])).toMatch(/^400 .*line 2: custom_id/)
      expect(
        await refusedBatch([callOfPlain('one'), batchLine('two', { model: 'plain', messages: [] }, '/v1/embeddings')]),
      ).toMatch(/^400 .*line 2: url/)
      const stream = { model: 'plain', stream: true, messages: [{ role: 'user', content: 'x' }] }
      expect(await refusedBatch([callOfPlain('one'), batchLine('two', stream)])).toMatch(/^400 .*line 2: stream/)
      const unknown = { model: 'nobody’s', messages: [{ role: 'user', content: 'x' }] }
      expect(await refusedBatch([callOfPlain('one'), batchLine('two', unknown)])).toMatch(/^404 /)
    })

    it('leaves upstreams that refuse more to others for a while, and then goes on', async () => {
      const before = await quota()
      let refusals = 0
      upstream().does((call, response) => {
        if (refusals >= 2) return answerPlainly(call, response)
        refusals += 1
        return answerJson(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '20' })
      })
      await ownBatchOptions(root(), { OwnBatchCalls: '1', RetryTimes: '0' })
      const batch = await create([callOfPlain('one'), callOfPlain('two')])
      await poll()
      const due = async () => {
        const [row] = await gateway()
          .plane.database.query.selectFrom('tasks')
          .select('due_at')
          .where('task_id', '=', batch.id)
          .execute()
        return (row?.due_at ?? 0) - Math.floor(clock.now() / 1000)
      }
      await expect.poll(() => refusals, patience).toBe(1)
      await expect.poll(due, patience).toBeLessThanOrEqual(30)
      const asked = upstream().calls.length
      await poll(3)
      expect(upstream().calls).toHaveLength(asked)
      const later = async () => {
        await poll(61)
        return client().batches.retrieve(batch.id)
      }
      const over = { status: 'completed', request_counts: { completed: 2, failed: 0 } }
      await expect.poll(later, patience).toMatchObject(over)
      expect(before - (await quota())).toBe(2 * perCall)
      upstream().does(answerPlainly)
      await ownBatchOptions(root(), { OwnBatchCalls: '4', RetryTimes: '3' })
    })

    it('has no more calls under way than the operator allows', async () => {
      let [underWay, most] = [0, 0]
      upstream().does(async (call, response) => {
        underWay += 1
        most = Math.max(most, underWay)
        await new Promise((resolve) => setImmediate(resolve))
        underWay -= 1
        return answerPlainly(call, response)
      })
      const lines = Array.from({ length: 40 }, (_, place) => callOfPlain(`call ${place}`))
      const [one, two] = [await create(lines), await create(lines)]
      await whenOver(one.id)
      await whenOver(two.id)
      expect(most).toBeGreaterThan(1)
      expect(most).toBeLessThanOrEqual(4)
      upstream().does(answerPlainly)
    })

    it('that is cancelled makes no further call, and that has no time left tells which were not made', async () => {
      const before = await quota()
      const cancelled = await create([callOfPlain('one'), callOfPlain('two')])
      expect(await client().batches.cancel(cancelled.id)).toMatchObject({ status: 'cancelling' })
      expect(await whenOver(cancelled.id)).toMatchObject({
        status: 'cancelled',
        request_counts: { total: 2, completed: 0 },
      })
      const late = await create([callOfPlain('one'), callOfPlain('two')])
      clock.pass(25 * 3600)
      const over = await whenOver(late.id)
      expect(over).toMatchObject({ status: 'expired', output_file_id: null })
      expect(await results(over.error_file_id)).toMatchObject([
        { custom_id: 'one', error: { code: 'batch_expired' } },
        { custom_id: 'two', error: { code: 'batch_expired' } },
      ])
      expect(await quota()).toBe(before)
    })

    it('is refused where the operator does not want it, or has no room for it', async () => {
      await ownBatchOptions(root(), { OwnBatchMegabytes: '1' })
      const long = Array.from({ length: 3 }, (_, place) => callOfPlain(`${place}`, 'word '.repeat(100_000)))
      await expect(upload(long)).rejects.toMatchObject({ status: 413 })
      await ownBatchOptions(root(), { OwnBatchMegabytes: '2048', OwnBatches: 'false' })
      await expect(upload([callOfPlain('one')])).rejects.toMatchObject({ status: 404 })
      await ownBatchOptions(root(), { OwnBatches: 'true' })
    })

    it('is kept for as long as the operator says, and nothing of it can be read in the database', async () => {
      const batch = await create([callOfPlain('one', 'a secret wish')])
      const over = await whenOver(batch.id)
      const { query } = gateway().plane.database
      const kept = async () => [
        ...(await query.selectFrom('own_file_pieces').select('content').execute()),
        ...(await query.selectFrom('batch_lines').select('content').execute()),
      ]
      expect((await kept()).length).toBeGreaterThanOrEqual(2)
      expect(JSON.stringify(await kept())).not.toContain('secret')
      clock.pass(9 * 86_400)
      await gateway().plane.domain.ownFiles.sweep()
      expect(await kept()).toEqual([])
      await expect(client().files.content(over.output_file_id ?? '')).rejects.toMatchObject({ status: 404 })
    })
  })
})
