import { describe, expect, it } from 'vitest'
import { addRelayChannel, addRelayToken } from '#testing/relay-client.ts'
import { eachTaskBench, sendTask } from '#testing/task-bench.ts'

const perSong = 0.1 * 500_000
const clip = (url: string) => ({ id: 'c', title: 'Rain', status: 'complete', audio_url: `${url}/sound/1` })

eachTaskBench(({ gateway, root, proxy, songs, channels, send, poll, quota, rows }) => {
  const submit = (body: object, action = 'music') => send('POST', `/suno/submit/${action}`, body)
  const fetchOne = (id: string) => send('GET', `/suno/fetch/${id}`)

  describe('a song that is handed in', () => {
    it('is charged when it is taken, told as it comes along, and stays charged when it is done', async () => {
      const before = await quota()
      const { status, json } = await submit({ prompt: 'Rain on the roof', tags: 'slow' })
      expect({ status, json }).toEqual({
        status: 200,
        json: { code: 'success', message: '', data: expect.any(String) },
      })
      expect(await quota()).toBe(before - perSong)
      expect(songs().calls.at(-1)).toMatchObject({
        path: '/suno/submit/MUSIC',
        key: 'sk-upstream',
        body: { prompt: 'Rain on the roof', tags: 'slow', mv: 'chirp-v3-0' },
      })
      songs().tell(json.data, {
        status: 'IN_PROGRESS',
        progress: '40%',
        data: [clip(songs().url)],
        start_time: 1_700_000_000,
      })
      await poll()
      expect((await fetchOne(json.data)).json).toMatchObject({
        code: 'success',
        data: {
          task_id: json.data,
          action: 'MUSIC',
          status: 'IN_PROGRESS',
          progress: '40%',
          start_time: 1_700_000_000,
        },
      })
      songs().tell(json.data, { status: 'SUCCESS', data: [clip(songs().url)], finish_time: 1_700_000_060 })
      await poll()
      const { data } = (await fetchOne(json.data)).json
      expect(data).toMatchObject({ status: 'SUCCESS', progress: '100%', finish_time: 1_700_000_060 })
      expect(data.data).toEqual([clip(songs().url)])
      expect(await quota()).toBe(before - perSong)
      const [row] = (await rows()).slice(-1)
      expect(row).toMatchObject({ model_name: 'suno_music', quota: perSong, channel: channels().music })
      expect(row.content).toBe(`MUSIC ${json.data}`)
      expect(JSON.parse(row.other)).toMatchObject({ model_price: 0.1, group_ratio: 1 })
    })

    it('is given back by a row that points to its charge, to user, token and channel, when it fails', async () => {
      const token = await addRelayToken(root(), { name: 'limited', unlimited_quota: false, remain_quota: 200_000 })
      const tokenRow = async () =>
        (await root().get('/api/token/?page_size=100')).data.items.find(({ id }: { id: number }) => id === token.id)
      const channelRow = async () => (await root().get(`/api/channel/${channels().music}`)).data
      const before = [await quota(), (await channelRow()).used_quota]
      const { json } = await sendTask(gateway(), token.key, {
        method: 'POST',
        path: '/suno/submit/music',
        body: { prompt: 'x' },
      })
      expect((await tokenRow()).remain_quota).toBe(200_000 - perSong)
      songs().tell(json.data, { status: 'FAILURE', fail_reason: 'no voice' })
      await poll()
      expect([await quota(), (await channelRow()).used_quota]).toEqual(before)
      expect(await tokenRow()).toMatchObject({ remain_quota: 200_000, used_quota: 0 })
      const [charge, refund] = (await rows()).slice(-2)
      expect(refund).toMatchObject({
        quota: -perSong,
        request_id: `${charge.request_id}-refund`,
        token_name: 'limited',
      })
      expect(JSON.parse(refund.other).refund_of).toBe(charge.request_id)
      expect(refund.content).toBe(`MUSIC ${json.data}: no voice`)
      // Whoever looks for the call finds both.
      expect((await root().get(`/api/log/?p=1&request_id=${charge.request_id}`)).data.total).toBe(2)
    })

    it('costs nothing where its upstream refuses it, and is kept as failed', async () => {
      const before = await quota()
      const { status, json } = await submit({ prompt: 'refused' })
      expect({ status, json }).toEqual({
        status: 500,
        json: { code: 'no_credit', message: 'nothing left', data: null },
      })
      expect(await quota()).toBe(before)
      const [task] = (await root().get('/api/task/self?page_size=1')).data.items
      expect(task).toMatchObject({ status: 'FAILURE', progress: '100%', fail_reason: 'nothing left', quota: 0 })
    })

    it.each([
      ['noise', { prompt: 'x' }, 'invalid_action'],
      ['lyrics', {}, 'prompt_empty'],
      ['music', { continue_clip_id: 'c' }, 'task_id_empty'],
      ['music', { continue_clip_id: 'c', task_id: 'nobody’s' }, 'task_not_exist'],
      ['music', { prompt: 'x', cover_clip_id: 'c' }, 'task_id_empty'],
      ['music', { prompt: 'x', clip_ids: ['c'] }, 'task_id_empty'],
    ])('is refused where something is missing: %s %j', async (action, body, code) => {
      expect(await submit(body, action)).toMatchObject({ status: 400, json: { code, data: null } })
    })

    it('goes on from a clip where that was made, though another channel comes first', async () => {
      const { json } = await submit({ prompt: 'first part' })
      songs().tell(json.data, { status: 'SUCCESS', data: [clip(songs().url)] })
      await poll()
      const elsewhere = { type: 36, base_url: proxy().url, models: 'suno_music', priority: 9 }
      const first = await addRelayChannel(root(), elsewhere)
      const next = await submit({ continue_clip_id: 'c', task_id: json.data, continue_at: 30 })
      expect(next.json.code).toBe('success')
      expect(proxy().calls).toEqual([])
      await submit({ prompt: 'elsewhere' })
      expect(proxy().calls.map(({ path }) => path)).toEqual(['/suno/submit/MUSIC'])
      await root().remove(`/api/channel/${first}`)
    })

    it('goes on from no clip but those of the task that it names, by whatever member', async () => {
      const { json } = await submit({ prompt: 'first part' })
      songs().tell(json.data, { status: 'SUCCESS', data: [{ ...clip(songs().url), title: 'another’s' }] })
      await poll()
      const { length } = songs().calls
      for (const member of ['continue_clip_id', 'cover_clip_id', 'artist_clip_id', 'clip_ids']) {
        const id = 'another’s'
        const next = await submit({ [member]: member === 'clip_ids' ? ['c', id] : id, task_id: json.data })
        expect([member, next.status, next.json.code]).toEqual([member, 400, 'task_not_exist'])
      }
      expect(songs().calls).toHaveLength(length)
    })

    it('is refused by its words, its limits and its model like any other call', async () => {
      await root().put('/api/option/', { key: 'SensitiveWords', value: 'forbidden word' })
      expect((await submit({ tags: 'a forbidden word' })).json.code).toBe('sensitive_words_detected')
      await root().put('/api/option/', { key: 'SensitiveWords', value: '' })
      const picky = await addRelayToken(root(), { model_limits_enabled: true, model_limits: 'suno_lyrics' })
      const asked = { method: 'POST', path: '/suno/submit/music', body: { prompt: 'x' } }
      expect(await sendTask(gateway(), picky.key, asked)).toMatchObject({
        status: 403,
        json: { code: 'model_forbidden' },
      })
      const poor = await addRelayToken(root(), { unlimited_quota: false, remain_quota: 10 })
      expect(await sendTask(gateway(), poor.key, asked)).toMatchObject({
        status: 403,
        json: { code: 'token_quota_insufficient' },
      })
      expect((await send('POST', '/suno/submit/music', { prompt: 'x' }, {})).status).toBe(401)
    })

    it('T15: is told to nobody else, one by one or several at once', async () => {
      const { json } = await submit({ prompt: 'mine' })
      const member = await gateway().asUser('listener')
      const theirs = (await addRelayToken(member)).key
      const one = await sendTask(gateway(), theirs, { method: 'GET', path: `/suno/fetch/${json.data}` })
      expect(one).toMatchObject({ status: 400, json: { code: 'task_not_exist' } })
      const many = { method: 'POST', path: '/suno/fetch', body: { ids: [json.data, 'unknown'] } }
      expect((await sendTask(gateway(), theirs, many)).json.data).toEqual([])
      const own = await send('POST', '/suno/fetch', many.body)
      expect(own.json.data.map((task: { task_id: string }) => task.task_id)).toEqual([json.data])
      expect((await send('POST', '/suno/fetch', {})).json.data).toEqual([])
    })
  })
})
