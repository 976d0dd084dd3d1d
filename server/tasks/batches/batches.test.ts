import { describe, expect, it } from 'vitest'
import { callOfGpt, eachBatchBench } from '#testing/batch-bench.ts'
import { batchAnswer, batchLine } from '#testing/batch-service.ts'
import { addRelayChannel } from '#testing/relay-client.ts'

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

eachBatchBench(({ gateway, root, service, client, stranger, upload, create, poll, quota, rows, whenOver }) => {
  const answers = [batchAnswer('one', usage), batchAnswer('two', usage), batchAnswer('three', undefined, 400)]
  const refused = (lines: object[], endpoint: '/v1/chat/completions' | '/v1/embeddings' = '/v1/chat/completions') =>
    upload(lines).then((input_file_id) =>
      client()
        .batches.create({ input_file_id, endpoint, completion_window: '24h' })
        .then(
          () => 'taken',
          (error: Error & { status: number }) => `${error.status} ${error.message}`,
        ),
    )

  describe('a batch', () => {
    it('is handed in where its file is kept, held by an estimate, and charged by its results at half the price', async () => {
      const before = await quota()
      const batch = await create()
      const held = before - (await quota())
      expect(held).toBeGreaterThanOrEqual(10)
      expect(await client().batches.retrieve(batch.id)).toMatchObject({ status: 'in_progress' })
      service().finish(batch.id, answers)
      const over = await whenOver(batch.id)
      expect(over).toMatchObject({ status: 'completed', request_counts: { total: 3, completed: 2, failed: 1 } })
      expect(await (await client().files.content(over.output_file_id ?? '')).text()).toContain('Hello.')
      expect(before - (await quota())).toBe(120)
      const [row] = await rows()
      expect(row).toMatchObject({ quota: 120, prompt_tokens: 200, completion_tokens: 40, model_name: 'gpt' })
      expect(JSON.parse(row.other)).toMatchObject({ service_ratio: 0.5, batch: { lines: 2, answered: 2 } })
      expect((await rows()).filter(({ content }) => content.includes(batch.id))).toHaveLength(1)
      const keys = service().calls.filter(({ path }) => path.includes(batch.id) || path.includes(batch.input_file_id))
      expect(new Set(keys.map(({ key }) => key)).size).toBe(1)
    })

    it('shows nothing of its results before they are counted, however often it is asked for', async () => {
      const batch = await create()
      service().finish(batch.id, [batchAnswer('one', usage)])
      const output = service().batches.get(batch.id).output_file_id
      expect(await client().batches.retrieve(batch.id)).toMatchObject({ output_file_id: null })
      await expect(client().files.content(output)).rejects.toMatchObject({ status: 404 })
      await expect(client().files.delete(output)).rejects.toMatchObject({ status: 404 })
      expect((await whenOver(batch.id)).output_file_id).toBe(output)
      await expect(stranger().files.content(output)).rejects.toMatchObject({ status: 404 })
    })

    it.each(['cancelled', 'expired'] as const)('that is %s is charged what was answered by then', async (status) => {
      const before = await quota()
      const batch = await create()
      if (status === 'cancelled')
        expect(await client().batches.cancel(batch.id)).toMatchObject({ status: 'cancelling' })
      service().finish(batch.id, [batchAnswer('one', usage)], status)
      expect(await whenOver(batch.id)).toMatchObject({ status })
      expect(before - (await quota())).toBe(60)
    })

    it.each([
      ['was cancelled before anything was answered', 'cancelled'],
      ['failed', 'failed'],
    ])('that %s costs nothing', async (_title, status) => {
      const before = await quota()
      const batch = await create()
      if (status === 'failed') service().change(batch.id, { status, errors: { data: [{ message: 'a bad line' }] } })
      else service().finish(batch.id, [], 'cancelled')
      expect(await whenOver(batch.id)).toMatchObject({ status })
      expect(await quota()).toBe(before)
    })

    it('F28: that its upstream loses, or whose channel goes, costs nothing, once', async () => {
      const before = await quota()
      const lost = await create()
      service().lose(lost.id)
      await poll(86_400)
      expect(await client().batches.retrieve(lost.id)).toMatchObject({ status: 'in_progress' })
      await poll(3 * 86_400)
      await poll(600)
      await expect.poll(quota).toBe(before)
      expect(await client().batches.retrieve(lost.id)).toMatchObject({
        status: 'failed',
        errors: { data: [{ message: expect.stringContaining('not finished within') }] },
      })
      const own = await addRelayChannel(root(), { base_url: service().url, models: 'gpt', priority: 9 })
      await create()
      await root().remove(`/api/channel/${own}`)
      await poll()
      await poll(600)
      await expect.poll(quota).toBe(before)
    })

    it('T55: is charged once, however many look at it and however often it is finished', async () => {
      const before = await quota()
      const batch = await create()
      service().finish(batch.id, answers)
      await Promise.all([1, 2, 3].map(() => poll(30)))
      await whenOver(batch.id)
      service().finish(batch.id, [...answers, ...answers])
      await poll(600)
      expect(before - (await quota())).toBe(120)
    })

    it('T55: whose process ended between its end and its charge is charged by whoever looks next', async () => {
      const before = await quota()
      const batch = await create()
      const held = before - (await quota())
      const { tasks, clock } = gateway().plane.domain
      const task = await tasks.find({ userId: 1, platform: 'openai-batch' }, batch.id)
      if (task?.charge === undefined) throw new Error('it is kept with its estimate')
      const other = JSON.stringify({ model_ratio: 1, completion_ratio: 1, group_ratio: 1 })
      const receipt = {
        ...task.charge,
        requestId: 'made up',
        quota: 7,
        promptTokens: 7,
        other,
        logged: true,
        counted: true,
      }
      const news = { ...task, status: 'SUCCESS', finishTime: clock.now() }
      expect(await tasks.finish(task, news, receipt)).toBe(true)
      expect(await tasks.finish(task, news, receipt)).toBe(false)
      expect(before - (await quota())).toBe(held)
      await poll(90)
      await poll(90)
      await expect.poll(quota).toBe(before - 7)
    })

    it('is read again where its results could not be read', async () => {
      const before = await quota()
      const batch = await create()
      service().finish(batch.id, answers)
      const output = service().batches.get(batch.id).output_file_id
      const broken = async function* () {
        yield Buffer.from('{"custom_id":"one"')
        throw new Error('broken off')
      }
      // Breaks off each time that it is read.
      service().contents.set(output, { [Symbol.asyncIterator]: broken })
      await poll()
      await expect.poll(() => gateway().logLines.join('')).toContain('could not be counted')
      expect((await client().batches.retrieve(batch.id)).status).not.toBe('completed')
      service().contents.delete(output)
      await poll(600)
      await whenOver(batch.id)
      expect(before - (await quota())).toBe(120)
    })
  })

  describe('batches', () => {
    it('are listed page by page, and are nobody else’s', async () => {
      const made = [await create(), await create(), await create()].map(({ id }) => id)
      const listed: string[] = []
      for await (const { id } of client().batches.list({ limit: 2 })) listed.push(id)
      expect(listed.slice(0, 3)).toEqual(made.toReversed())
      expect((await stranger().batches.list()).data).toEqual([])
      const [id = ''] = made
      for (const ask of [
        () => stranger().batches.retrieve(id),
        () => stranger().batches.cancel(id),
        () => stranger().batches.list({ after: id }),
      ]) {
        await expect(ask()).rejects.toMatchObject({ status: 404 })
      }
      for (const each of made) service().finish(each, [])
      await poll()
      for (const each of made) await whenOver(each)
    })

    it('are refused where a line is none that could be asked by itself, and nothing is held for them', async () => {
      const before = await quota()
      const one = callOfGpt('one')
      expect(await refused([one, callOfGpt('two', { model: 'other' })])).toMatch(/^400.*line 2: model/)
      expect(await refused([one, callOfGpt('two', { stream: true })])).toMatch(/^400.*line 2: stream/)
      expect(await refused([callOfGpt('one', { model: 'nobody' })])).toMatch(/^404/)
      expect(await refused([batchLine('one', one.body, '/v1/embeddings')])).toMatch(/^400.*line 1: url/)
      expect(await refused([callOfGpt('one', { service_tier: 'priority' })])).toMatch(/^400.*line 1/)
      expect(await refused([one], '/v1/embeddings')).toMatch(/^400.*line 1: url/)
      expect(await refused([])).toMatch(/^400/)
      const files = await upload([one])
      const foreign = { role: 'user', content: [{ type: 'file', file: { file_id: 'file-of-another' } }] }
      expect(await refused([callOfGpt('one', { messages: [foreign] })])).toMatch(/^404.*file-of-another/)
      await expect(
        stranger().batches.create({
          input_file_id: files,
          endpoint: '/v1/chat/completions',
          completion_window: '24h',
        }),
      ).rejects.toMatchObject({ status: 404 })
      const nameless = { endpoint: '/v1/chat/completions', completion_window: '24h', input_file_id: '' } as const
      await expect(stranger().batches.create(nameless)).rejects.toMatchObject({ status: 400, param: 'input_file_id' })
      expect(await quota()).toBe(before)
    })

    it('are refused who cannot pay for them', async () => {
      const before = await quota()
      const taken = service().batches.size
      expect(await refused([callOfGpt('one', { max_tokens: 1_000_000_000 })])).toMatch(/Insufficient balance/)
      expect(service().batches.size).toBe(taken)
      expect(await quota()).toBe(before)
    })
  })
})
