import { expect, it } from 'vitest'
import { callOfGpt, eachBatchBench } from '#testing/batch-bench.ts'
import { batchAnswer } from '#testing/batch-service.ts'

const lines = 1500
/** What each line has: together more than all that may be kept of them, with what both sides have thrown away since. */
const words = 'word '.repeat(16_000)
const mostKept = 90 * 1024 * 1024

eachBatchBench(({ service, client, upload, poll, quota, whenOver }) => {
  const inAll = function* (line: (place: number) => object) {
    for (let place = 0; place < lines; place += 1) yield Buffer.from(`${JSON.stringify(line(place))}\n`)
  }

  it('a batch of 120 MB is read line by line, and so are its results', async () => {
    const before = await quota()
    const input_file_id = await upload([callOfGpt('one')])
    const said = { messages: [{ role: 'user', content: words }] }
    service().contents.set(
      input_file_id,
      inAll((place) => callOfGpt(`${place}`, said)),
    )
    const used = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
    const begun = used()
    let most = 0
    const watching = setInterval(() => {
      most = Math.max(most, used() - begun)
    }, 5)
    const asked = { endpoint: '/v1/chat/completions', completion_window: '24h', input_file_id } as const
    const batch = await client().batches.create(asked)
    service().finish(batch.id, [batchAnswer('one', undefined)])
    const usage = { prompt_tokens: 10, completion_tokens: 2 }
    service().contents.set(
      service().batches.get(batch.id).output_file_id,
      inAll((place) => ({ ...batchAnswer(`${place}`, usage), words })),
    )
    await poll()
    const status = async () => (await client().batches.retrieve(batch.id)).status
    await expect.poll(status).toBe('completed')
    clearInterval(watching)
    await whenOver(batch.id)
    expect(before - (await quota())).toBe((lines * 12) / 2)
    expect(most).toBeLessThan(mostKept)
  })
})
