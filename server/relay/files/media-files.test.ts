import { describe, expect, it } from 'vitest'
import { eachModelBatchBench } from '#testing/model-batch-bench.ts'
import { addRelayChannel } from '#testing/relay-client.ts'

eachModelBatchBench(({ gateway, root, service, key, client, stranger }) => {
  const upload = (text = 'some words', config = {}) =>
    client().files.upload({ file: new Blob([text]), config: { mimeType: 'text/plain', ...config } })
  const ask = (path: string, init: RequestInit = {}) => fetch(`${gateway().url}${path}`, init)

  describe('a file in the dialect of contents', () => {
    it('is given to a channel in pieces, told of, listed, and deleted there, with the key it was begun with', async () => {
      const large = 'x'.repeat(20 * 1024 * 1024)
      const files = [await upload(large, { displayName: 'long' }), await upload('other words')]
      for (const [place, { name = '', uri }] of files.entries()) {
        expect(uri).toBe(`https://generativelanguage.googleapis.com/v1beta/${name}`)
        expect(service().files.get(name)?.bytes.toString()).toBe(place === 0 ? large : 'other words')
        expect(await client().files.get({ name })).toMatchObject({ name, state: 'ACTIVE', mimeType: 'text/plain' })
        await client().files.delete({ name })
        await expect(client().files.get({ name })).rejects.toMatchObject({ status: 404 })
        expect(service().files.has(name)).toBe(false)
      }
      expect(new Set(service().calls.map((call) => call.key))).toEqual(new Set(['AIza-a', 'AIza-b']))
    })

    it('comes in one body of two parts as well, or by the address alone, as it is documented for curl', async () => {
      const told = '{"file":{"displayName":"whole"}}'
      const parts = [`content-type: application/json\r\n\r\n${told}`, 'content-type: text/plain\r\n\r\nall of it']
      const whole = await ask('/upload/v1beta/files', {
        method: 'POST',
        headers: { 'x-goog-api-key': key(), 'content-type': 'multipart/related; boundary=mark' },
        body: `--mark\r\n${parts.join('\r\n--mark\r\n')}\r\n--mark--`,
      })
      const { file } = JSON.parse(await whole.text())
      expect(service().files.get(file.name)?.bytes.toString()).toBe('all of it')
      const begun = await ask(`/upload/v1beta/files?key=${key()}`, {
        method: 'POST',
        headers: {
          'x-goog-upload-protocol': 'resumable',
          'x-goog-upload-command': 'start',
          'x-goog-upload-header-content-length': '5',
          'x-goog-upload-header-content-type': 'text/plain',
        },
        body: told,
      })
      const address = begun.headers.get('x-goog-upload-url') ?? ''
      expect(new URL(address).origin).toBe(gateway().url)
      expect(address).not.toMatch(/AIza|key=/)
      const send = (headers: Record<string, string>, body = '') => fetch(address, { method: 'POST', headers, body })
      const first = await send({ 'x-goog-upload-command': 'upload', 'x-goog-upload-offset': '0' }, 'wor')
      expect(first.headers.get('x-goog-upload-status')).toBe('active')
      const asked = await send({ 'x-goog-upload-command': 'query' })
      expect(asked.headers.get('x-goog-upload-size-received')).toBe('3')
      const { search } = new URL(address)
      for (const path of ['/v1beta/files', `/v1beta/${file.name}`, `/v1beta/${file.name}:download`]) {
        expect(await ask(path + search)).toMatchObject({ status: 401 })
        expect(await ask(path + search, { method: 'DELETE' })).not.toMatchObject({ status: 200 })
      }
      const last = await send({ 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '3' }, 'ds')
      const kept = JSON.parse(await last.text()).file
      expect(await client().files.get({ name: kept.name })).toMatchObject({ displayName: 'whole', sizeBytes: '5' })
      const again = await send({ 'x-goog-upload-command': 'query' })
      expect(again.status).toBe(401)
    })

    it('of another user is not there, nor is the address of his upload anybody else’s', async () => {
      const { name = '' } = await upload()
      const theirs = stranger()
      await expect(theirs.files.get({ name })).rejects.toMatchObject({ status: 404 })
      await expect(theirs.files.delete({ name })).rejects.toMatchObject({ status: 404 })
      expect((await theirs.files.list()).page).toEqual([])
      const made = await theirs.files.upload({ file: new Blob(['theirs']), config: { mimeType: 'text/plain' } })
      expect(await ask(`/v1beta/${made.name}?key=${key()}`)).toMatchObject({ status: 404 })
    })

    it('that is given a name which another had there before is no longer his', async () => {
      const name = 'files/chosen'
      await upload('mine', { name })
      const keeper = service().files.get(name)?.key
      service().files.delete(name)
      do {
        await stranger().files.upload({ file: new Blob(['theirs']), config: { mimeType: 'text/plain', name } })
      } while (service().files.get(name)?.key !== keeper)
      await expect(client().files.get({ name })).rejects.toMatchObject({ status: 404 })
      expect(await stranger().files.get({ name })).toMatchObject({ name })
    })

    it('is listed page by page among those of its user, apart from files of other dialects', async () => {
      const made = [await upload(), await upload(), await upload()].map(({ name }) => name)
      const listed: (string | undefined)[] = []
      for await (const { name } of await client().files.list({ config: { pageSize: 2 } })) listed.push(name)
      expect(listed).toEqual(expect.arrayContaining(made))
      expect(new Set(listed).size).toBe(listed.length)
      const others = await ask('/v1/files', { headers: { authorization: `Bearer ${key()}` } })
      expect(await others.json()).toMatchObject({ object: 'list', data: [] })
    })

    it('that is named in a call leads to where it is kept, and another’s is not found', async () => {
      const { uri = '', name = '' } = await upload()
      await addRelayChannel(root(), { type: 24, base_url: 'http://127.0.0.1:9', models: 'gem', priority: 9 })
      const contents = (fileUri: string) => [
        { role: 'user', parts: [{ fileData: { fileUri, mimeType: 'text/plain' } }] },
      ]
      const calls = service().calls.length
      await client()
        .models.generateContent({ model: 'gem', contents: contents(uri) })
        .catch(() => undefined)
      expect(service().calls.at(-1)).toMatchObject({ key: service().files.get(name)?.key })
      expect(service().calls.length).toBe(calls + 1)
      for (const each of [uri, name, `${uri}/../${name.slice(6)}`, `${uri}?x`]) {
        const asked = stranger().models.generateContent({ model: 'gem', contents: contents(each) })
        await expect(asked).rejects.toMatchObject({ status: 404 })
      }
      expect(service().calls.length).toBe(calls + 1)
    })
  })
})
