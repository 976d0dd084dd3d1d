import { GoogleGenAI } from '@google/genai'
import { describe, expect, it } from 'vitest'
import { picture } from '#testing/drawing-proxy.ts'
import { oneGateway } from '#testing/gateway.ts'
import { addRelayToken } from '#testing/relay-client.ts'
import { sendTask } from '#testing/task-bench.ts'
import { eachVideoBench } from '#testing/video-bench.ts'
import { filmBytes } from '#testing/video-service.ts'

eachVideoBench(({ gateway, root, films, key, send, poll, quota }) => {
  const headers = () => ({ 'x-goog-api-key': key() })
  const create = (body: object) => send('POST', '/v1beta/models/sora-2:predictLongRunning', body, headers())
  const ask = (name: string) => send('GET', `/v1beta/${name}`, undefined, headers())
  const finish = async (name: string) => {
    films().tell(name.split('/').at(-1) ?? '', { status: 'completed', progress: 100 })
    await poll()
  }
  const rain = { instances: [{ prompt: 'Rain' }] }

  describe('a film as a long-running operation', () => {
    it('is handed in to whoever makes it, asked for by its name, and fetched as a file', async () => {
      const before = await quota()
      const bytesBase64Encoded = picture.toString('base64')
      const { json } = await create({
        instances: [{ prompt: 'Rain', image: { bytesBase64Encoded, mimeType: 'image/png' } }],
        parameters: { durationSeconds: 8, aspectRatio: '9:16', resolution: '1080p', sampleCount: 1, seed: 7 },
      })
      expect(json).toEqual({ name: expect.stringMatching(/^models\/sora-2\/operations\/video_\d+$/) })
      const input_reference = { image_url: `data:image/png;base64,${bytesBase64Encoded}` }
      expect(films().calls.at(-1)).toMatchObject({ path: '/v1/videos', key: 'sk-upstream' })
      expect(films().calls.at(-1)?.body).toEqual({
        ...{ model: 'sora-2', prompt: 'Rain', seconds: 8, size: '1080x1920', input_reference },
      })
      expect(before - (await quota())).toBe(400_000)
      expect((await ask(json.name)).json).toEqual({ name: json.name })
      await finish(json.name)
      const done = (await ask(json.name)).json
      expect(done).toMatchObject({ name: json.name, done: true })
      const { uri } = done.response.generateVideoResponse.generatedSamples[0].video
      // What a client takes for the name of the file.
      expect(uri).toMatch(/\/v1beta\/files\/[a-z0-9]+:download\?alt=media$/)
      const film = await fetch(uri.replace(/^http:\/\/[^/]+/, gateway().url), { headers: headers() })
      expect([film.status, await film.text()]).toEqual([200, filmBytes.toString()])
      const [{ gcsUri }] = done.response.videos
      const signed = await fetch(gcsUri.replace(/^http:\/\/[^/]+/, gateway().url))
      expect([signed.status, await signed.text()]).toEqual([200, filmBytes.toString()])
    })

    it('is made and followed with the client of its service, unchanged', async () => {
      await root().put('/api/option/', { key: 'ServerAddress', value: gateway().url })
      const client = new GoogleGenAI({ vertexai: true, apiKey: key(), httpOptions: { baseUrl: gateway().url } })
      const begun = await client.models.generateVideos({
        model: 'sora-2',
        source: { prompt: 'Rain' },
        config: { durationSeconds: 8, aspectRatio: '16:9' },
      })
      expect(begun.done).not.toBe(true)
      await finish(begun.name ?? '')
      const over = await client.operations.getVideosOperation({ operation: begun })
      expect(over.done).toBe(true)
      const uri = over.response?.generatedVideos?.[0]?.video?.uri ?? ''
      expect(await (await fetch(uri)).text()).toBe(filmBytes.toString())
      await root().put('/api/option/', { key: 'ServerAddress', value: '' })
    })

    it('that failed says why, and is paid back', async () => {
      const before = await quota()
      const { json } = await create(rain)
      films().tell(json.name.split('/').at(-1), { status: 'failed', error: { message: 'no light' } })
      await poll()
      expect((await ask(json.name)).json).toEqual({
        ...{ name: json.name, done: true, error: { code: 13, message: 'no light' } },
      })
      expect(await quota()).toBe(before)
    })

    it('of another user is not there, nor is its file, and both say so in its dialect', async () => {
      const { json } = await create(rain)
      await finish(json.name)
      const { uri } = (await ask(json.name)).json.response.generateVideoResponse.generatedSamples[0].video
      const theirs = { 'x-goog-api-key': (await addRelayToken(await gateway().asUser('stranger'))).key }
      const { pathname } = new URL(uri)
      for (const path of [`/v1beta/${json.name}`, pathname]) {
        const refused = await sendTask(gateway(), key(), { method: 'GET', path, headers: theirs })
        expect(refused).toMatchObject({ status: 404, json: { error: { code: 404, status: 'NOT_FOUND' } } })
      }
      const asked = { method: 'POST', path: '/v1beta1/models/sora-2:fetchPredictOperation', headers: theirs }
      expect((await sendTask(gateway(), key(), { ...asked, body: { operationName: json.name } })).status).toBe(404)
      expect((await sendTask(gateway(), key(), { ...asked, body: { operationName: 'x' } })).status).toBe(400)
    })

    it.each([
      ['several films', { ...rain, parameters: { sampleCount: 2 } }],
      ['two instances', { instances: [{ prompt: 'Rain' }, { prompt: 'Snow' }] }],
      ['a film to go on with', { instances: [{ prompt: 'Rain', video: { uri: 'x' } }] }],
      ['a picture that is kept elsewhere', { instances: [{ prompt: 'Rain', image: { gcsUri: 'gs://a/b' } }] }],
      ['a place elsewhere to put it', { ...rain, parameters: { storageUri: 'gs://a' } }],
      ['a shape that nobody makes', { ...rain, parameters: { aspectRatio: '2:1' } }],
      ['more lines than are sold', { ...rain, parameters: { resolution: '4k' } }],
      ['more seconds than a film may have', { ...rain, parameters: { durationSeconds: 6000 } }],
      ['no prompt', { instances: [{}] }],
    ])('is refused with %s, which costs nothing', async (_what, body) => {
      const before = await quota()
      const { status, json } = await create(body)
      expect([status, json.error.status]).toEqual([400, 'INVALID_ARGUMENT'])
      expect(await quota()).toBe(before)
    })
  })
}, oneGateway)
