import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken } from '#testing/relay-client.ts'

eachGateway((gateway) => {
  let upstream: AnsweringUpstream
  let root: TestClient
  let channel: number
  const clientOf = (key: string) => new OpenAI({ apiKey: key, baseURL: `${gateway().url}/v1`, maxRetries: 0 })
  let client: OpenAI
  let stranger: OpenAI

  beforeAll(async () => {
    upstream = await startAnsweringUpstream(({ path, body }, response) => {
      const upload = { id: 'upload_1', object: 'upload', ...body }
      if (path === '/v1/uploads') return answerJson(response, 200, { ...upload, status: 'pending' })
      if (path.endsWith('/parts')) return answerJson(response, 200, { id: 'part_1', object: 'upload.part' })
      if (path.endsWith('/cancel')) return answerJson(response, 200, { ...upload, status: 'cancelled' })
      if (path.startsWith('/v1/files/')) return answerJson(response, 200, { id: 'file-made', object: 'file' })
      const file = { id: 'file-made', object: 'file', purpose: 'user_data', bytes: 10, filename: 'long.txt' }
      answerJson(response, 200, { ...upload, status: 'completed', file })
    })
    root = await gateway().asRoot()
    channel = await addRelayChannel(root, { type: 1, base_url: upstream.url, models: 'gpt-5', key: 'one' })
    client = clientOf((await addRelayToken(root)).key)
    stranger = clientOf((await addRelayToken(await gateway().asUser('stranger'))).key)
  })
  afterAll(() => upstream?.close())

  const begin = () =>
    client.uploads.create({ bytes: 10, filename: 'long.txt', mime_type: 'text/plain', purpose: 'user_data' })

  describe('a file in parts', () => {
    it('goes part by part where it was begun, though another channel comes first, and is then its user’s', async () => {
      const { id, status } = await begin()
      expect([id, status]).toEqual(['upload_1', 'pending'])
      expect(upstream.calls.at(-1)).toMatchObject({ key: 'one', body: { bytes: 10, filename: 'long.txt' } })
      const first = await addRelayChannel(root, {
        type: 1,
        base_url: 'http://127.0.0.1:9',
        models: 'gpt-5',
        priority: 9,
      })
      const part = await client.uploads.parts.create(id, { data: await toFile(Buffer.from('0123456789'), 'part') })
      expect(part.id).toBe('part_1')
      expect(upstream.calls.at(-1)).toMatchObject({ path: '/v1/uploads/upload_1/parts', key: 'one' })
      expect(upstream.calls.at(-1)?.text).toContain('0123456789')
      const complete = await client.uploads.complete(id, { part_ids: [part.id] })
      expect([complete.status, complete.file?.id]).toEqual(['completed', 'file-made'])
      expect(upstream.calls.at(-1)?.body).toEqual({ part_ids: ['part_1'] })
      expect((await client.files.retrieve('file-made')).id).toBe('file-made')
      expect((await client.files.list()).data.map((file) => file.id)).toEqual(['file-made'])
      await root.remove(`/api/channel/${first}`)
    })

    it('of another user is not there, and its upstream is not asked', async () => {
      const { id } = await begin()
      const calls = upstream.calls.length
      const data = await toFile(Buffer.from('theirs'), 'part')
      await expect(stranger.uploads.parts.create(id, { data })).rejects.toMatchObject({ status: 404 })
      await expect(stranger.uploads.complete(id, { part_ids: ['part_1'] })).rejects.toMatchObject({ status: 404 })
      await expect(stranger.uploads.cancel(id)).rejects.toMatchObject({ status: 404 })
      await expect(stranger.files.retrieve('file-made')).rejects.toMatchObject({ status: 404 })
      expect(upstream.calls).toHaveLength(calls)
    })

    it('is cancelled there, and is told when its channel is gone', async () => {
      const { id } = await begin()
      expect((await client.uploads.cancel(id)).status).toBe('cancelled')
      await root.put('/api/channel/', { id: channel, status: 2 })
      await expect(client.uploads.cancel(id)).rejects.toMatchObject({ status: 404, code: 'thing_channel_gone' })
      await expect(begin()).rejects.toMatchObject({ status: 404, code: 'files_unserved' })
    })
  })
})
