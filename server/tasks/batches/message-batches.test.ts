import Anthropic from '@anthropic-ai/sdk'
import { beforeAll, describe, expect, it } from 'vitest'
import { eachBatchBench } from '#testing/batch-bench.ts'
import { messageResult } from '#testing/message-batch-service.ts'

type Request = Anthropic.Messages.BatchCreateParams.Request

const requestOf = (custom_id: string, more: Partial<Request['params']> = {}): Request => ({
  custom_id,
  params: { model: 'claude', max_tokens: 10, messages: [{ role: 'user', content: 'Say "something".' }], ...more },
})

eachBatchBench(({ gateway, key, messages, stranger, poll, quota, rows }) => {
  let client: Anthropic
  beforeAll(() => {
    client = new Anthropic({ apiKey: key(), baseURL: gateway().url, maxRetries: 0 })
  })
  const batches = () => client.messages.batches
  const finish = async (id: string, results: object[]) => {
    messages().finish(id, results)
    await poll()
    await expect.poll(async () => (await batches().retrieve(id)).processing_status).toBe('ended')
    const owner = { userId: 1, platform: 'message-batch' }
    await expect.poll(async () => (await gateway().plane.domain.tasks.find(owner, id))?.owes).toBe(false)
  }
  const usage = { input_tokens: 100, output_tokens: 20, cache_read_input_tokens: 50 }

  describe('a batch of messages', () => {
    it('is created, asked for, read, and deleted, and charged once for what was answered', async () => {
      const before = await quota()
      const requests = [requestOf('one'), requestOf('two')]
      const { id, processing_status } = await batches().create({ requests })
      expect(processing_status).toBe('in_progress')
      expect(messages().taken.get(id)).toEqual(requests)
      expect(before - (await quota())).toBeGreaterThanOrEqual(10)
      await expect(batches().delete(id)).rejects.toMatchObject({ status: 409 })
      await finish(id, [
        messageResult('one', usage),
        { custom_id: 'two', result: { type: 'errored', error: { type: 'error' } } },
      ])
      const results: string[] = []
      for await (const { custom_id, result } of await batches().results(id)) results.push(`${custom_id} ${result.type}`)
      expect(results).toEqual(['one succeeded', 'two errored'])
      const [row] = await rows()
      expect(row).toMatchObject({ prompt_tokens: 150, completion_tokens: 20, model_name: 'claude' })
      expect(JSON.parse(row.other)).toMatchObject({ batch: { lines: 2, answered: 1 }, cache_tokens: 50 })
      expect(before - (await quota())).toBe(row.quota)
      expect(await batches().delete(id)).toMatchObject({ id, type: 'message_batch_deleted' })
      await expect(batches().retrieve(id)).rejects.toMatchObject({ status: 404 })
    })

    it('is cancelled, and then costs what was answered', async () => {
      const before = await quota()
      const { id } = await batches().create({ requests: [requestOf('one')] })
      expect((await batches().cancel(id)).processing_status).toBe('canceling')
      await finish(id, [{ custom_id: 'one', result: { type: 'canceled' } }])
      expect(await quota()).toBe(before)
    })

    it('is not begun where a call in it is refused, though the others have gone on already', async () => {
      const before = await quota()
      const taken = messages().taken.size
      const many = Array.from({ length: 400 }, (_, place) => requestOf(`${place}`, { system: 'x'.repeat(20_000) }))
      const wrong = requestOf('wrong', { model: 'another' })
      await expect(batches().create({ requests: [...many, wrong] })).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('line 401: model'),
      })
      const dear = requestOf('dear', { max_tokens: 1_000_000_000 })
      await expect(batches().create({ requests: [...many, dear] })).rejects.toMatchObject({
        message: expect.stringContaining('balance'),
      })
      const [twice, beside] = ['{"requests":[],"requests":[{"custom_id":"a","params":{"model":"claude"}}]}', '{"x":1}']
      for (const body of [twice, beside]) {
        const response = await fetch(`${gateway().url}/v1/messages/batches`, {
          method: 'POST',
          headers: { 'x-api-key': key(), 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
          body,
        })
        expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ type: 'error' })])
      }
      expect(messages().taken.size).toBe(taken)
      expect(await quota()).toBe(before)
    })

    it('is its user’s alone, and is listed page by page', async () => {
      const made: string[] = []
      for (const name of ['a', 'b', 'c']) made.push((await batches().create({ requests: [requestOf(name)] })).id)
      const listed: string[] = []
      for await (const { id } of batches().list({ limit: 2 })) listed.push(id)
      expect(listed.slice(0, 3)).toEqual(made.toReversed())
      const [first = '', second = ''] = made
      expect((await batches().list({ before_id: first, limit: 1 })).data.map(({ id }) => id)).toEqual([second])
      const others = new Anthropic({ apiKey: stranger().apiKey ?? '', baseURL: gateway().url, maxRetries: 0 })
      await expect(others.messages.batches.retrieve(first)).rejects.toMatchObject({ status: 404 })
      await expect(others.messages.batches.cancel(first)).rejects.toMatchObject({ status: 404 })
      for (const id of made) await finish(id, [])
    })
  })
})
