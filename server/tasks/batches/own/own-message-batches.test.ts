import { expect, it } from 'vitest'
import { eachOwnBatchBench, perCall } from '#testing/own-batch-bench.ts'
import { patience } from '#testing/patience.ts'

eachOwnBatchBench(({ anthropic, poll, quota, clock }) => {
  const requestOf = (custom_id: string, content = custom_id) => ({
    custom_id,
    params: { model: 'plain', max_tokens: 20, messages: [{ role: 'user' as const, content }] },
  })
  const whenEnded = async (id: string) => {
    await poll()
    const status = async () => (await anthropic().messages.batches.retrieve(id)).processing_status
    await expect.poll(status, patience).toBe('ended')
    return anthropic().messages.batches.retrieve(id)
  }
  const resultsOf = async (id: string) => {
    const results = []
    for await (const each of await anthropic().messages.batches.results(id)) results.push(each)
    return results
  }

  it('a batch of messages whose channels have none is done here, read by its id, and deleted', async () => {
    const before = await quota()
    const requests = [requestOf('one'), requestOf('two', 'a bad wish'), requestOf('three')]
    const { id, ...begun } = await anthropic().messages.batches.create({ requests })
    expect(begun).toMatchObject({
      type: 'message_batch',
      processing_status: 'in_progress',
      request_counts: { processing: 3 },
    })
    const over = await whenEnded(id)
    expect(over).toMatchObject({ request_counts: { processing: 0, succeeded: 2, errored: 1, canceled: 0, expired: 0 } })
    const results = await resultsOf(id)
    expect(results).toMatchObject([
      { custom_id: 'one', result: { type: 'succeeded', message: { content: [{ type: 'text', text: 'To one' }] } } },
      {
        custom_id: 'two',
        result: { type: 'errored', error: { type: 'error', error: { type: 'invalid_request_error' } } },
      },
      { custom_id: 'three', result: { type: 'succeeded' } },
    ])
    expect(before - (await quota())).toBe(2 * perCall)
    await anthropic().messages.batches.delete(id)
    await expect(anthropic().messages.batches.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  it('a batch of messages that is cancelled, or has no time left, says so of each call that was not made', async () => {
    const cancelled = await anthropic().messages.batches.create({ requests: [requestOf('one')] })
    expect(await anthropic().messages.batches.cancel(cancelled.id)).toMatchObject({ processing_status: 'canceling' })
    expect(await whenEnded(cancelled.id)).toMatchObject({ request_counts: { canceled: 1 } })
    expect(await resultsOf(cancelled.id)).toMatchObject([{ custom_id: 'one', result: { type: 'canceled' } }])
    const late = await anthropic().messages.batches.create({ requests: [requestOf('one')] })
    clock.pass(25 * 3600)
    expect(await whenEnded(late.id)).toMatchObject({ request_counts: { expired: 1 } })
    expect(await resultsOf(late.id)).toMatchObject([{ custom_id: 'one', result: { type: 'expired' } }])
  })
})
