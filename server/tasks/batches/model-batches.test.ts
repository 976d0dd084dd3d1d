import { describe, expect, it } from 'vitest'
import { eachModelBatchBench } from '#testing/model-batch-bench.ts'
import { contentAnswer } from '#testing/model-batch-service.ts'

const usage = { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 }
const callOfGem = (text: string, more = {}) => ({
  contents: [{ role: 'user', parts: [{ text }] }],
  config: { maxOutputTokens: 10 },
  ...more,
})
const lineOf = (key: string, request: object = {}) => ({
  key,
  request: {
    contents: [{ role: 'user', parts: [{ text: 'Say something.' }] }],
    generationConfig: { maxOutputTokens: 10 },
    ...request,
  },
})

eachModelBatchBench(({ gateway, root, service, key, client, stranger, quota, rows, whenOver }) => {
  const create = async (src = [callOfGem('one'), callOfGem('two')]) =>
    (await client().batches.create({ model: 'gem', src })).name ?? ''
  const upload = async (lines: readonly object[], config = {}) => {
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    const file = await client().files.upload({ file: new Blob([text]), config: { mimeType: 'jsonl', ...config } })
    return file.name ?? ''
  }
  const ofFile = (src: string, model = 'gem') =>
    client()
      .batches.create({ model, src })
      .then(
        ({ name }) => `taken ${name}`,
        (error: Error & { status: number }) => `${error.status} ${error.message}`,
      )
  const idOf = (name: string) => name.replace('batches/', '')
  const answers = [
    { response: contentAnswer(usage), metadata: { key: 'one' } },
    { response: contentAnswer(usage), metadata: { key: 'two' } },
  ]

  describe('a batch of calls to one model', () => {
    it('of calls that stand in it is held by an estimate, told, read, and charged once at half the price', async () => {
      const before = await quota()
      const name = await create()
      expect(before - (await quota())).toBeGreaterThanOrEqual(10)
      expect(await client().batches.get({ name })).toMatchObject({
        name,
        state: 'JOB_STATE_PENDING',
        model: 'models/gem',
      })
      service().finish(idOf(name), [...answers, { error: { code: 3, message: 'no' } }])
      await whenOver(name)
      const over = await client().batches.get({ name })
      expect(over.state).toBe('JOB_STATE_SUCCEEDED')
      expect(
        over.dest?.inlinedResponses?.map(({ response }) => response?.candidates?.[0]?.content?.parts?.[0]?.text),
      ).toEqual(['Hello.', 'Hello.', undefined])
      expect(before - (await quota())).toBe(120)
      const [row] = await rows()
      expect(row).toMatchObject({ quota: 120, prompt_tokens: 200, completion_tokens: 40, model_name: 'gem' })
      expect(JSON.parse(row.other)).toMatchObject({ service_ratio: 0.5, batch: { lines: 2, answered: 2 } })
      const stored = await gateway().plane.domain.tasks.find({ userId: 1, platform: 'model-batch' }, idOf(name))
      expect(JSON.stringify(stored?.data)).not.toContain('Hello.')
      await client().batches.delete({ name })
      await expect(client().batches.get({ name })).rejects.toMatchObject({ status: 404 })
    })

    it('of a file goes where that is kept, and its answers are a file of its user’s', async () => {
      const before = await quota()
      const src = await upload([lineOf('one'), lineOf('two')])
      const taken = await ofFile(src)
      const name = taken.replace('taken ', '')
      expect(service().batches.get(name)?.key).toBe(service().files.get(src)?.key)
      expect(before - (await quota())).toBeGreaterThanOrEqual(10)
      service().finish(idOf(name), [
        { key: 'one', response: contentAnswer(usage) },
        { key: 'two', error: { code: 3, message: 'no' } },
      ])
      await whenOver(name)
      expect(before - (await quota())).toBe(60)
      const { dest } = await client().batches.get({ name })
      const file = dest?.fileName ?? ''
      const read = await fetch(`${gateway().url}/download/v1beta/${file}:download?alt=media&key=${key()}`)
      expect(await read.text()).toContain('"key":"one"')
      await expect(stranger().files.get({ name: file })).rejects.toMatchObject({ status: 404 })
    })

    it('of a file that came in pieces is counted as if it had come whole', async () => {
      const lines = Array.from({ length: 40 }, (_, place) =>
        lineOf(`${place}`, { systemInstruction: { parts: [{ text: `${'x'.repeat(500_000)}${place}` }] } }),
      )
      const before = await quota()
      const taken = await ofFile(await upload(lines))
      expect(taken).toMatch(/^taken/)
      const held = before - (await quota())
      const stored = await gateway().plane.domain.tasks.find({ userId: 1, platform: 'model-batch' }, taken.slice(14))
      expect(stored?.terms).toMatchObject({ lines: 40, model: 'gem' })
      expect(held).toBeGreaterThan((40 * 500_000) / 20)
      service().fail(taken.slice(14), 'the upstream is out of order')
      await whenOver(taken.slice(6))
      expect(await quota()).toBe(before)
      expect(await client().batches.get({ name: taken.slice(6) })).toMatchObject({ state: 'JOB_STATE_FAILED' })
    })

    it('of vectors is charged what they say that they took in, and else their share of the estimate', async () => {
      const before = await quota()
      const { name = '' } = await client().batches.createEmbeddings({
        model: 'vector',
        src: { inlinedRequests: { contents: ['one text', 'another text'] } },
      })
      const response = { embedding: { values: [0.1, 0.2] } }
      service().finish(idOf(name), [{ response: { ...response, tokenCount: '50' } }, { response }])
      await whenOver(name)
      const [row] = await rows()
      expect(row.model_name).toBe('vector')
      expect(row.prompt_tokens).toBeGreaterThan(50)
      expect(row.prompt_tokens).toBeLessThan(100)
      expect(before - (await quota())).toBe(row.quota)
    })

    it('is cancelled, and costs nothing where nothing was answered', async () => {
      const before = await quota()
      const name = await create()
      await client().batches.cancel({ name })
      await whenOver(name)
      expect(await client().batches.get({ name })).toMatchObject({ state: 'JOB_STATE_CANCELLED' })
      expect(await quota()).toBe(before)
    })

    it('is its user’s alone, and is listed page by page', async () => {
      const made = [await create(), await create(), await create()]
      const listed: (string | undefined)[] = []
      for await (const { name } of await client().batches.list({ config: { pageSize: 2 } })) listed.push(name)
      expect(listed.slice(0, 3)).toEqual(made.toReversed())
      const [name = ''] = made
      await expect(stranger().batches.get({ name })).rejects.toMatchObject({ status: 404 })
      await expect(stranger().batches.cancel({ name })).rejects.toMatchObject({ status: 404 })
      await expect(stranger().batches.delete({ name })).rejects.toMatchObject({ status: 404 })
      await expect(client().batches.delete({ name })).rejects.toMatchObject({ status: 409 })
      for (const each of made) service().finish(idOf(each), [])
      for (const each of made) await whenOver(each)
    })

    it('is refused with the line that could not be made alone, and its upstream hears nothing of it', async () => {
      const before = await quota()
      const calls = service().batches.size
      const theirs = await stranger().files.upload({ file: new Blob(['x']), config: { mimeType: 'text/plain' } })
      const naming = { contents: [{ role: 'user', parts: [{ fileData: { fileUri: theirs.uri } }] }] }
      const priced = { serviceTier: 'flex' }
      expect(await ofFile(await upload([lineOf('a'), lineOf('b', priced)]))).toMatch(/^400.*line 2: .*price of its own/)
      expect(await ofFile(await upload([lineOf('a'), { key: 'b' }]))).toMatch(/^400.*line 2: request/)
      expect(await ofFile(await upload([lineOf('a', naming)]))).toMatch(/^404/)
      expect(await ofFile(await upload([lineOf('a', { model: 'models/vector' })]))).toMatch(/^400.*model/)
      expect(await ofFile(await upload([lineOf('a')], { mimeType: 'image/png' }))).toMatch(/^400.*line by line/)
      expect(await ofFile(theirs.name ?? '')).toMatch(/^404/)
      expect(await ofFile(await upload([lineOf('a')]), 'unknown')).toMatch(/^404/)
      expect(
        await ofFile(await upload([lineOf('a', { generationConfig: { maxOutputTokens: 1_000_000_000 } })])),
      ).toMatch(/Insufficient balance/)
      await expect(create([callOfGem('a'), callOfGem('b', { model: 'vector' })])).rejects.toMatchObject({ status: 400 })
      const odd = await fetch(`${gateway().url}/v1beta/models/gem:batchGenerateContent`, {
        method: 'POST',
        headers: { 'x-goog-api-key': key(), 'content-type': 'application/json' },
        body: '{"batch":{"inputConfig":{"gcsUri":"gs://x"}}}',
      })
      expect([odd.status, await odd.json()]).toMatchObject([400, { error: { status: 'INVALID_ARGUMENT' } }])
      expect(service().batches.size).toBe(calls)
      expect(await quota()).toBe(before)
    })

    it('is told where its channel is gone', async () => {
      const name = await create()
      const [{ id }] = (await root().get('/api/channel/')).data.items
      await root().put('/api/channel/', { id, status: 2 })
      await expect(client().batches.cancel({ name })).rejects.toMatchObject({ status: 404 })
      await root().put('/api/channel/', { id, status: 1 })
      service().finish(idOf(name), [])
      await whenOver(name)
    })
  })
})
