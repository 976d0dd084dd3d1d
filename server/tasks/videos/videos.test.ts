import OpenAI, { toFile } from 'openai'
import { describe, expect, it } from 'vitest'
import { picture } from '#testing/drawing-proxy.ts'
import { addRelayChannel, addRelayToken } from '#testing/relay-client.ts'
import { sendTask } from '#testing/task-bench.ts'
import { eachVideoBench } from '#testing/video-bench.ts'
import { filmBytes } from '#testing/video-service.ts'

const dollars = (amount: number) => Math.round(amount * 500_000)

eachVideoBench(({ gateway, root, films, key, channel, clock, send, poll, quota, rows }) => {
  const make = async (more: object = {}) =>
    (await send('POST', '/v1/videos', { model: 'sora-2', prompt: 'Rain', seconds: '8', ...more })).json
  const one = async (id: string) => (await send('GET', `/v1/videos/${id}`)).json
  const finished = async (more: object = {}): Promise<string> => {
    const { id } = await make(more)
    films().tell(id, { status: 'completed', progress: 100, completed_at: 1_700_000_060 })
    await poll()
    return id
  }

  describe('a film that is handed in', () => {
    it('is charged by the second when it is taken, told as it comes along, and stays charged when it is done', async () => {
      const before = await quota()
      const film = await make({ size: '1280x720' })
      expect(film).toMatchObject({
        ...{ object: 'video', status: 'queued', progress: 0, model: 'sora-2', seconds: '8', size: '1280x720' },
        ...{ prompt: 'Rain', error: null, completed_at: null, remixed_from_video_id: null },
      })
      expect(films().calls.at(-1)).toMatchObject({
        ...{ method: 'POST', path: '/v1/videos', key: 'sk-upstream' },
        body: { model: 'sora-2', prompt: 'Rain', seconds: '8', size: '1280x720' },
      })
      expect(await quota()).toBe(before - dollars(0.8))
      films().tell(film.id, { status: 'in_progress', progress: 40 })
      await poll()
      expect(await one(film.id)).toMatchObject({ status: 'in_progress', progress: 40, seconds: '8' })
      films().tell(film.id, {
        status: 'completed',
        progress: 100,
        completed_at: 1_700_000_060,
        expires_at: 1_800_000_000,
      })
      await poll()
      expect(await one(film.id)).toMatchObject({
        ...{ status: 'completed', progress: 100, completed_at: 1_700_000_060, expires_at: 1_800_000_000 },
      })
      expect(await quota()).toBe(before - dollars(0.8))
      const [row] = (await rows()).slice(-1)
      expect(row).toMatchObject({ model_name: 'sora-2', quota: dollars(0.8), channel: channel() })
      expect(row.content).toBe(`VIDEO ${film.id}`)
      expect(JSON.parse(row.other)).toMatchObject({ model_price: 0.1, calls: 8 })
    })

    it('costs its fixed price where its model is priced by the piece, and what its upstream makes where nobody says how long', async () => {
      const before = await quota()
      await make({ model: 'short', seconds: 12 })
      expect(await quota()).toBe(before - dollars(0.3))
      expect(await make({ seconds: undefined })).toMatchObject({ seconds: '4' })
      expect(await quota()).toBe(before - dollars(0.3) - dollars(0.4))
    })

    it('costs so many times more in a size that does, upright and lying', async () => {
      await root().put('/api/option/', { key: 'VideoSizeRatio', value: '{"sora-2": {"1024x1792": 1.5}}' })
      const before = await quota()
      await make({ size: '1024x1792' })
      await make({ size: '1792x1024' })
      expect(await quota()).toBe(before - 2 * dollars(1.2))
      await make({ size: '720x1280' })
      expect(await quota()).toBe(before - 2 * dollars(1.2) - dollars(0.8))
      await root().put('/api/option/', { key: 'VideoSizeRatio', value: '{}' })
    })

    it('is given back once, by a row that points to its charge, when it fails', async () => {
      const before = await quota()
      const { id } = await make()
      films().tell(id, { status: 'failed', error: { code: 'moderation_blocked', message: 'not this' } })
      await poll()
      await poll(600)
      expect(await quota()).toBe(before)
      expect(await one(id)).toMatchObject({
        status: 'failed',
        error: { code: 'moderation_blocked', message: 'not this' },
      })
      const [charge, refund] = (await rows()).slice(-2)
      expect(refund).toMatchObject({ quota: -dollars(0.8), content: `VIDEO ${id}: not this` })
      expect(JSON.parse(refund.other).refund_of).toBe(charge.request_id)
    })

    it('F28: ends once, whatever is said afterwards; one that is lost comes to its end when its time is up', async () => {
      const id = await finished()
      films().tell(id, { status: 'failed', error: { message: 'too late' } })
      const { id: lost } = await make()
      films().tell(lost, undefined)
      await poll(600)
      expect((await one(id)).status).toBe('completed')
      expect((await one(lost)).status).toBe('queued')
      await poll(3600)
      expect(await one(lost)).toMatchObject({
        status: 'failed',
        error: { message: 'not finished within 3600 seconds' },
      })
      const refundsOf = async (film: string) =>
        (await rows()).filter(({ content, quota: paid }) => content.startsWith(`VIDEO ${film}:`) && paid < 0)
      expect([await refundsOf(id), await refundsOf(lost)]).toMatchObject([[], [{ quota: -dollars(0.8) }]])
    })

    it('F28: comes to its end with its channel', async () => {
      const before = await quota()
      const own = await addRelayChannel(root(), { type: 1, base_url: films().url, models: 'sora-2', priority: 9 })
      const { id } = await make()
      await root().remove(`/api/channel/${own}`)
      await poll()
      expect(await one(id)).toMatchObject({ status: 'failed', error: { message: 'its channel is no longer there' } })
      expect(await quota()).toBe(before)
    })

    it('T55: is paid back once, however many look at it at the same time', async () => {
      const before = await quota()
      const { id } = await make()
      films().tell(id, { status: 'failed', error: { message: 'no' } })
      clock.pass(60)
      await Promise.all([gateway().pollTasks(), gateway().pollTasks()])
      const { tasks, squareTask } = gateway().plane.domain
      const task = await tasks.find({ userId: 1, platform: 'openai-videos' }, id)
      if (task === undefined) throw new Error('it is kept')
      expect(await Promise.all([1, 2, 3].map(() => tasks.finish(task, { ...task, status: 'FAILURE' })))).not.toContain(
        true,
      )
      await Promise.all([1, 2, 3].map(() => squareTask({ ...task, status: 'FAILURE' })))
      expect(await quota()).toBe(before)
      expect((await rows()).filter(({ content, quota: paid }) => content.includes(id) && paid < 0)).toHaveLength(1)
    })

    it.each([
      [{ prompt: '' }, 'prompt'],
      [{ seconds: '0' }, 'seconds'],
      [{ seconds: 'long' }, 'seconds'],
      [{ size: 'large' }, 'size'],
      [{ n: 2 }, 'n'],
      [{ duration: 60 }, 'duration'],
      [{ input_reference: { file_id: 'file-of-another' } }, 'input_reference.file_id'],
      [{ characters: [{ id: 'char_1' }] }, 'characters'],
      [{ input_reference: { image_url: 'file:///etc/passwd' } }, 'input_reference'],
    ])('is refused and costs nothing where something is wrong: %j', async (more, place) => {
      const [before, calls] = [await quota(), films().calls.length]
      const { status, json } = await send('POST', '/v1/videos', { model: 'sora-2', prompt: 'x', ...more })
      expect({ status, message: json.error.message }).toMatchObject({
        status: 400,
        message: expect.stringContaining(place),
      })
      expect(films().calls).toHaveLength(calls)
      expect(await quota()).toBe(before)
    })

    it('costs nothing where its upstream refuses it, in whose words it is told', async () => {
      const before = await quota()
      const { status, json } = await send('POST', '/v1/videos', { model: 'sora-2', prompt: 'refused' })
      expect({ status, json }).toMatchObject({ status: 400, json: { error: { code: 'moderation_blocked' } } })
      expect(await quota()).toBe(before)
    })
  })

  describe('a film that was made', () => {
    it('is sent as it comes, or the part of it that is asked for', async () => {
      const id = await finished()
      const whole = await fetch(`${gateway().url}/v1/videos/${id}/content`, {
        headers: { authorization: `Bearer ${key()}` },
      })
      expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4'])
      expect(Buffer.from(await whole.arrayBuffer())).toEqual(filmBytes)
      const headers = { authorization: `Bearer ${key()}`, range: 'bytes=10-19' }
      const part = await send('GET', `/v1/videos/${id}/content?variant=video`, undefined, headers)
      expect([part.status, part.text, part.headers.get('content-range')]).toEqual([
        206,
        '0123456789',
        'bytes 10-19/1000',
      ])
      expect(films().calls.at(-1)).toMatchObject({ path: `/v1/videos/${id}/content?variant=video`, key: 'sk-upstream' })
      expect((await send('GET', `/v1/videos/${id}/content?variant=poster`)).status).toBe(400)
      const { id: open } = await make()
      expect((await send('GET', `/v1/videos/${open}/content`)).status).toBe(409)
    })

    it('T54: is nobody else’s: not to be told of, had, remixed, deleted or listed', async () => {
      const id = await finished()
      const theirs = (await addRelayToken(await gateway().asUser('spectator'))).key
      const ask = (method: string, path: string, body?: object) => sendTask(gateway(), theirs, { method, path, body })
      // It is over: nobody but the caller has its upstream asked about it.
      const asked = () => films().calls.filter(({ path }) => path.includes(id))
      const calls = asked().length
      expect((await ask('GET', `/v1/videos/${id}`)).status).toBe(404)
      expect((await ask('GET', `/v1/videos/${id}/content`)).status).toBe(404)
      expect((await ask('DELETE', `/v1/videos/${id}`)).status).toBe(404)
      expect((await ask('POST', `/v1/videos/${id}/remix`, { prompt: 'x' })).status).toBe(404)
      const limited = (await addRelayToken(root(), { model_limits_enabled: true, model_limits: 'other' })).key
      const remix = { method: 'POST', path: `/v1/videos/${id}/remix`, body: { prompt: 'x' } }
      expect((await sendTask(gateway(), limited, remix)).status).toBe(403)
      expect((await ask('GET', '/v1/videos')).json.data).toEqual([])
      expect(
        (await send('GET', `/v1/videos/${id}/media?task=1&place=0&expires=99999999999&signature=x`, undefined, {}))
          .status,
      ).toBe(403)
      expect((await send('GET', `/v1/videos/${id}/content`, undefined, {})).status).toBe(401)
      expect(asked()).toHaveLength(calls)
    })

    it('is made by no other model and for no other price than its own, whatever else is said', async () => {
      const handedIn = () => films().calls.filter(({ method }) => method === 'POST')
      const calls = handedIn().length
      for (const more of [
        { service_tier: 'priority' },
        { model_name: 'dear' },
        { models: ['dear'] },
        { extra_query: 'x' },
      ]) {
        const body = { model: 'sora-2', prompt: 'Rain', seconds: '4', ...more }
        const { status, text } = await send('POST', '/v1/videos', body)
        expect([status, text]).toEqual([400, expect.stringContaining(Object.keys(more)[0] ?? '')])
        const form = new FormData()
        for (const [name, value] of Object.entries(body)) form.append(name, String(value))
        const headers = { authorization: `Bearer ${key()}` }
        expect((await fetch(`${gateway().url}/v1/videos`, { method: 'POST', headers, body: form })).status).toBe(400)
      }
      expect(handedIn()).toHaveLength(calls)
    })

    it('is made anew where it was made, for its own price, though another channel comes first', async () => {
      const id = await finished()
      const before = await quota()
      const other = await addRelayChannel(root(), {
        type: 1,
        base_url: 'http://127.0.0.1:9',
        models: 'sora-2',
        priority: 9,
      })
      const { json } = await send('POST', `/v1/videos/${id}/remix`, { prompt: 'Snow' })
      await root().remove(`/api/channel/${other}`)
      expect(json).toMatchObject({ status: 'queued', prompt: 'Snow', remixed_from_video_id: id, seconds: '8' })
      expect(await quota()).toBe(before - dollars(0.8))
      expect(films().calls.findLast(({ method }) => method === 'POST')).toMatchObject({
        path: `/v1/videos/${id}/remix`,
        body: { prompt: 'Snow' },
      })
    })

    it('is edited and made longer where it was made, for the seconds that are made; characters are not offered', async () => {
      const id = await finished()
      const client = new OpenAI({ apiKey: key(), baseURL: `${gateway().url}/v1`, maxRetries: 0 })
      const asked = () => films().calls.findLast(({ method }) => method === 'POST')
      const before = await quota()
      await client.videos.edit({ prompt: 'Snow', video: { id } })
      expect(asked()).toMatchObject({ path: '/v1/videos/edits', body: { prompt: 'Snow', video: { id } } })
      expect(await quota()).toBe(before - dollars(0.8))
      await client.videos.extend({ prompt: 'More', seconds: '12', video: { id } })
      expect(asked()).toMatchObject({ path: '/v1/videos/extensions', body: { seconds: '12', video: { id } } })
      expect(await quota()).toBe(before - dollars(0.8) - dollars(1.2))
      const json = { prompt: 'Snow', video: { id: 'video_unknown' } }
      expect((await send('POST', '/v1/videos/edits', json)).status).toBe(404)
      expect((await send('POST', '/v1/videos/edits', { prompt: 'Snow', video: 'file' })).status).toBe(400)
      expect((await send('POST', '/v1/videos/extensions', { prompt: 'x', video: { id } })).status).toBe(400)
      const character = await send('POST', '/v1/videos/characters', { name: 'x' })
      expect([character.status, character.json.error.code]).toEqual([501, 'endpoint_not_implemented'])
    })
  })

  it('the official client uploads a picture, waits, downloads, lists, remixes and deletes', async () => {
    const client = new OpenAI({ apiKey: key(), baseURL: `${gateway().url}/v1`, maxRetries: 0 })
    const reference = await toFile(picture, 'first.png', { type: 'image/png' })
    const film = await client.videos.create({
      model: 'sora-2',
      prompt: 'Form',
      seconds: '4',
      input_reference: reference,
    })
    const handed = films().calls.at(-1)
    expect(handed?.headers['content-type']).toMatch(/^multipart\/form-data/)
    expect(handed?.bytes.includes(picture)).toBe(true)
    films().tell(film.id, { status: 'completed', progress: 100 })
    await poll()
    const done = await client.videos.retrieve(film.id)
    expect([done.status, done.seconds]).toEqual(['completed', '4'])
    const content = await client.videos.downloadContent(film.id)
    expect(Buffer.from(await content.arrayBuffer())).toEqual(filmBytes)
    const remix = await client.videos.remix(film.id, { prompt: 'Again' })
    const ids: string[] = []
    for await (const each of client.videos.list({ limit: 1 })) ids.push(each.id)
    expect(ids.slice(0, 2)).toEqual([remix.id, film.id])
    const oldestFirst = await client.videos.list({ order: 'asc', limit: 100 })
    expect(oldestFirst.data.map(({ id }) => id)).toEqual(ids.toReversed())
    await expect(client.videos.delete(remix.id)).rejects.toMatchObject({ status: 409 })
    expect(await client.videos.delete(film.id)).toMatchObject({ deleted: true })
    await expect(client.videos.retrieve(film.id)).rejects.toMatchObject({ status: 404 })
  })
})
