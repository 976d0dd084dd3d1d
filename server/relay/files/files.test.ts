import { request as sendPlainly } from 'node:http'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BatchService, batchLine, linesOf, startBatchService } from '#testing/batch-service.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels } from '#testing/relay-client.ts'

eachGateway((gateway) => {
  let [one, two]: BatchService[] = []
  let root: TestClient
  let mine: OpenAI
  let key: string
  let others: OpenAI
  const clientOf = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${gateway().url}/v1`, maxRetries: 0 })
  const calls = (model: string) => linesOf([batchLine('a', { model, messages: [] })])
  const upload = async (text = 'some words', client = mine) =>
    client.files.create({ file: await toFile(Buffer.from(text), 'calls.jsonl'), purpose: 'batch' })
  const service = (which: BatchService | undefined): BatchService => {
    if (which === undefined) throw new TypeError('the service is not started')
    return which
  }

  beforeAll(async () => {
    one = await startBatchService()
    two = await startBatchService()
    root = await gateway().asRoot()
    await priceModels(root, ['first', 'second'])
    await addRelayChannel(root, { base_url: one.url, models: 'first', key: 'sk-a\nsk-b', priority: 5 })
    await addRelayChannel(root, { base_url: two.url, models: 'second' })
    key = (await addRelayToken(root)).key
    mine = clientOf(key)
    const other = await gateway().asUser('other')
    others = clientOf((await addRelayToken(other)).key)
  })
  afterAll(async () => {
    await one?.close()
    await two?.close()
  })

  describe('a file', () => {
    it('is given to a channel, told of, read and deleted there, with the key it was given with', async () => {
      const files = [await upload('first words'), await upload('other words')]
      for (const [place, { id }] of files.entries()) {
        expect(await mine.files.retrieve(id)).toMatchObject({ id, purpose: 'batch' })
        expect(await (await mine.files.content(id)).text()).toBe(`${place === 0 ? 'first' : 'other'} words`)
        expect(await mine.files.delete(id)).toMatchObject({ id, deleted: true })
        await expect(mine.files.retrieve(id)).rejects.toMatchObject({ status: 404 })
        expect(service(one).files.has(id)).toBe(false)
      }
      const keys = new Set(service(one).calls.map(({ key }) => key))
      expect([...keys].toSorted()).toEqual(['sk-a', 'sk-b'])
    })

    it('of calls goes where their model is served', async () => {
      const { id } = await upload(calls('second'))
      expect([service(one).files.has(id), service(two).files.has(id)]).toEqual([false, true])
    })

    it('of another user is not there, whatever is asked of it', async () => {
      const { id } = await upload()
      for (const ask of [
        () => others.files.retrieve(id),
        () => others.files.content(id),
        () => others.files.delete(id),
        () => others.files.list({ after: id }),
      ]) {
        await expect(ask()).rejects.toMatchObject({ status: 404, error: { message: expect.stringContaining(id) } })
      }
      expect((await others.files.list()).data).toEqual([])
      expect(await mine.files.retrieve(id)).toMatchObject({ id })
    })

    it('is listed among those of its user, newest first, page by page', async () => {
      const made = [await upload(), await upload(), await upload()].map(({ id }) => id)
      const listed: string[] = []
      for await (const { id } of mine.files.list({ limit: 2, purpose: 'batch' })) listed.push(id)
      expect(listed.slice(0, 3).toSorted()).toEqual(made.toSorted())
      expect(new Set(listed).size).toBe(listed.length)
      expect((await mine.files.list({ purpose: 'vision' })).data).toEqual([])
      await expect(mine.files.list({ limit: 0 })).rejects.toMatchObject({ status: 400 })
    })

    it('that is named in a call leads to where it is kept', async () => {
      const { id } = await upload()
      const body = { model: 'second', messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: id } }] }] }
      const { status, text } = await callPath(gateway(), key, '/v1/chat/completions', body)
      expect([status, text]).toEqual([404, expect.stringContaining('the channel that keeps')])
    })

    it('that its upstream has lost is forgotten, and a channel that is gone is told', async () => {
      const lost = await upload()
      service(one).files.delete(lost.id)
      await expect(mine.files.retrieve(lost.id)).rejects.toMatchObject({ status: 404 })
      const listed = (await mine.files.list()).data.map(({ id }) => id)
      expect(listed).not.toContain(lost.id)
      const own = await addRelayChannel(root, { base_url: service(two).url, models: 'third', priority: 9 })
      const kept = await upload()
      await root.remove(`/api/channel/${own}`)
      await expect(mine.files.content(kept.id)).rejects.toMatchObject({
        status: 404,
        error: { message: expect.stringContaining('no longer available') },
      })
    })
  })

  describe('a file that comes', () => {
    it('is refused as its upstream refuses it', async () => {
      service(one).refuseNext(400, { message: 'No such purpose', type: 'invalid_request_error', param: 'purpose' })
      await expect(upload()).rejects.toMatchObject({ status: 400, error: { message: /No such purpose/ } })
      const plain = await callPath(gateway(), key, '/v1/files', { file: 'x' })
      expect([plain.status, plain.json.error.message]).toEqual([400, expect.stringContaining('multipart/form-data')])
    })

    it('is passed on while it comes, and given up when its sender goes', async () => {
      const before = service(one).calls.length
      const known = service(one).files.size
      const sending = sendPlainly(`${gateway().url}/v1/files`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'multipart/form-data; boundary=b',
          'transfer-encoding': 'chunked',
        },
      })
      sending.on('error', () => {})
      sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n')
      sending.write(Buffer.alloc(1024 * 1024, 'x'))
      await expect.poll(() => service(one).calls.length).toBe(before + 1)
      sending.destroy()
      await expect(upload('after it')).resolves.toMatchObject({ purpose: 'batch' })
      expect(service(one).files.size).toBe(known + 1)
    })
  })
})
