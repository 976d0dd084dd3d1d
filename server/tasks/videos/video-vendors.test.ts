import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { oneDatabase } from '#testing/database.ts'
import { picture } from '#testing/drawing-proxy.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { addRelayChannel, addRelayToken } from '#testing/relay-client.ts'
import { sendTask } from '#testing/task-bench.ts'
import { filmBytes } from '#testing/video-service.ts'
import { findBrokenInvariants } from '../../db/invariants.ts'

type Json = Record<string, unknown>
type Vendor = {
  type: number
  /** The answer when a film is handed in, of which the nameless part is its id. */
  begun: (id: string) => Json
  /** Where the upstream is asked how far it has come. */
  asked: (id: string) => string
  goesOn: (id: string) => Json
  done: (id: string, url: string) => Json
  failed: (id: string) => Json
  /** What was handed in: a film of 8 seconds, 1280x720, which begins with a picture. */
  handed: { path: string; body: Json; headers?: Json }
  /** How long a film is for which nobody says so. */
  usual: number
}

const data = `data:image/png;base64,${picture.toString('base64')}`
const ark = '/api/v3/contents/generations/tasks'
const operation = (id: string) => ({ name: `models/veo/operations/${id}` })
const minimax = { base_resp: { status_code: 0, status_msg: 'success' } }

const vendors: Readonly<Record<string, Vendor>> = {
  veo: {
    type: 24,
    begun: operation,
    asked: (id) => `/v1beta/models/veo/operations/${id}`,
    goesOn: operation,
    done: (id, url) => ({
      ...{ ...operation(id), done: true },
      response: {
        generateVideoResponse: { generatedSamples: [{ video: { uri: `${url}/v1beta/files/x:download?alt=media` } }] },
      },
    }),
    failed: (id) => ({ ...operation(id), done: true, error: { code: 3, message: 'not this' } }),
    handed: {
      path: '/v1beta/models/film:predictLongRunning',
      headers: { 'x-goog-api-key': 'sk-upstream' },
      body: {
        instances: [
          { prompt: 'Rain', image: { bytesBase64Encoded: picture.toString('base64'), mimeType: 'image/png' } },
        ],
        parameters: { durationSeconds: 8, aspectRatio: '16:9', resolution: '720p', sampleCount: 1 },
      },
    },
    usual: 8,
  },
  dashscope: {
    type: 17,
    begun: (id) => ({ output: { task_id: id, task_status: 'PENDING' }, request_id: 'r' }),
    asked: (id) => `/api/v1/tasks/${id}`,
    goesOn: (id) => ({ output: { task_id: id, task_status: 'RUNNING' } }),
    done: (id, url) => ({ output: { task_id: id, task_status: 'SUCCEEDED', video_url: `${url}/film.mp4` } }),
    failed: (id) => ({ output: { task_id: id, task_status: 'FAILED', code: 'Bad', message: 'not this' } }),
    handed: {
      path: '/api/v1/services/aigc/video-generation/video-synthesis',
      headers: { authorization: 'Bearer sk-upstream', 'x-dashscope-async': 'enable' },
      body: {
        model: 'film',
        input: { prompt: 'Rain', img_url: data },
        parameters: { duration: 8, resolution: '720P' },
      },
    },
    usual: 5,
  },
  ark: {
    type: 45,
    begun: (id) => ({ id }),
    asked: (id) => `${ark}?page_num=1&page_size=1&filter.task_ids=${id}`,
    goesOn: (id) => ({ total: 1, items: [{ id, status: 'running' }] }),
    done: (id, url) => ({ items: [{ id, status: 'succeeded', content: { video_url: `${url}/film.mp4` } }] }),
    failed: (id) => ({ items: [{ id, status: 'failed', error: { code: 'Bad', message: 'not this' } }] }),
    handed: {
      path: ark,
      headers: { authorization: 'Bearer sk-upstream' },
      body: {
        ...{ model: 'film', duration: 8, ratio: '16:9', resolution: '720p' },
        content: [
          { type: 'text', text: 'Rain' },
          { type: 'image_url', image_url: { url: data }, role: 'first_frame' },
        ],
      },
    },
    usual: 5,
  },
  zhipu: {
    type: 26,
    begun: (id) => ({ id, task_status: 'PROCESSING' }),
    asked: (id) => `/api/paas/v4/async-result/${id}`,
    goesOn: () => ({ task_status: 'PROCESSING' }),
    done: (_id, url) => ({ task_status: 'SUCCESS', video_result: [{ url: `${url}/film.mp4` }] }),
    failed: () => ({ task_status: 'FAIL', error: { code: '1301', message: 'not this' } }),
    handed: {
      path: '/api/paas/v4/videos/generations',
      headers: { authorization: 'Bearer sk-upstream' },
      body: { model: 'film', prompt: 'Rain', image_url: data, duration: 8, size: '1280x720' },
    },
    usual: 5,
  },
  minimax: {
    type: 35,
    begun: (id) => ({ task_id: id, ...minimax }),
    asked: (id) => `/v1/query/video_generation?task_id=${id}`,
    goesOn: () => ({ status: 'Processing', ...minimax }),
    done: () => ({ status: 'Success', file_id: 4711, ...minimax }),
    failed: () => ({ status: 'Fail', ...minimax }),
    handed: {
      path: '/v1/video_generation',
      headers: { authorization: 'Bearer sk-upstream' },
      body: { model: 'film', prompt: 'Rain', first_frame_image: data, duration: 8, resolution: '768P' },
    },
    usual: 6,
  },
}

oneDatabase((_engine, _open, openPlace) => {
  const clock = createMovableClock()
  let gateway: TestGateway
  let root: TestClient
  let upstream: AnsweringUpstream
  let key: string
  let channel = 0
  beforeAll(async () => {
    upstream = await startAnsweringUpstream()
    gateway = await startTestGateway({ place: (await openPlace()).place, clock })
    root = await gateway.asRoot()
    await root.put('/api/option/', { key: 'ModelPrice', value: '{"film": 0.01}' })
    await root.put('/api/option/', { key: 'ModelsPricedBySecond', value: 'film' })
    key = (await addRelayToken(root)).key
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
  })

  const send = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
    sendTask(gateway, key, { method, path, body, headers })
  const quota = async () => {
    await gateway.plane.domain.ledger.drain()
    return (await root.get('/api/user/self')).data.quota
  }
  const poll = async () => {
    clock.pass(60)
    await gateway.pollTasks()
    await gateway.pollTasks()
  }
  /** What the upstream says when it is asked; what it made is at its address. */
  let told: Json = {}
  let place = ''
  const does = ({ begun }: Vendor, id: string) =>
    upstream.does(({ method, path }, response) => {
      if (path === '/film.mp4' || path.startsWith('/v1beta/files/')) {
        response.writeHead(200, { 'content-type': 'video/mp4' }).end(filmBytes)
      } else if (path.startsWith('/v1/files/retrieve')) {
        answerJson(response, 200, { file: { download_url: `${place}/film.mp4` }, ...minimax })
      } else answerJson(response, 200, method === 'POST' ? begun(id) : told)
    })

  describe.each(Object.entries(vendors))('a film made by %s', (name, vendor) => {
    beforeAll(async () => {
      channel = await addRelayChannel(root, { type: vendor.type, base_url: upstream.url, models: 'film' })
    })
    afterAll(async () => {
      await root.remove(`/api/channel/${channel}`)
      expect(await findBrokenInvariants(gateway.plane.database)).toEqual([])
    })

    it('is asked for in its words, told as it comes along, and sent when it is there', async () => {
      const id = `${name}-1`
      does(vendor, id)
      place = upstream.url
      const before = await quota()
      const asked = { model: 'film', prompt: 'Rain', seconds: '8', size: '1280x720' }
      const film = (await send('POST', '/v1/videos', { ...asked, input_reference: { image_url: data } })).json
      expect(upstream.calls.at(-1)).toMatchObject({ method: 'POST', ...vendor.handed })
      expect(await quota()).toBe(before - 0.08 * 500_000)
      told = vendor.goesOn(id)
      await poll()
      expect(upstream.calls.at(-1)).toMatchObject({ method: 'GET', path: vendor.asked(id) })
      expect((await send('GET', `/v1/videos/${film.id}`)).json).toMatchObject({ id: film.id, status: 'in_progress' })
      told = vendor.done(id, upstream.url)
      await poll()
      expect((await send('GET', `/v1/videos/${film.id}`)).json).toMatchObject({ status: 'completed', progress: 100 })
      const content = await send('GET', `/v1/videos/${film.id}/content`)
      expect([content.status, content.text]).toEqual([200, filmBytes.toString()])
      expect((await send('GET', `/v1/videos/${film.id}/content?variant=spritesheet`)).status).toBe(404)
      expect((await send('POST', `/v1/videos/${film.id}/remix`, { prompt: 'x' })).status).toBe(400)
      expect(await quota()).toBe(before - 0.08 * 500_000)
    })

    it('is as long as its maker makes them where nobody says so, and paid back when it fails', async () => {
      const id = `${name}-2`
      does(vendor, id)
      const before = await quota()
      const film = (await send('POST', '/v1/videos', { model: 'film', prompt: 'Rain' })).json
      expect(film.seconds).toBe(String(vendor.usual))
      expect(await quota()).toBe(before - vendor.usual * 0.01 * 500_000)
      told = vendor.failed(id)
      await poll()
      const { status, error } = (await send('GET', `/v1/videos/${film.id}`)).json
      expect([status, error.message]).toEqual(['failed', name === 'minimax' ? 'the video failed' : 'not this'])
      expect(await quota()).toBe(before)
    })
  })

  it('T54: what was made is not fetched from where no upstream may send us, straight or by a redirect', async () => {
    const stranger = await startAnsweringUpstream((_call, response) => {
      response.writeHead(200).end('secret')
    })
    const own = await addRelayChannel(root, { type: 26, base_url: upstream.url, models: 'film' })
    const places = [
      `${stranger.url}/film.mp4`,
      `${upstream.url}/away?to=${stranger.url}/film.mp4`,
      'file:///etc/passwd',
    ]
    for (const [index, url] of places.entries()) {
      upstream.does(({ method, path }, response) => {
        if (path.startsWith('/away')) response.writeHead(302, { location: path.slice('/away?to='.length) }).end()
        else if (method === 'POST') answerJson(response, 200, { id: `away-${index}`, task_status: 'PROCESSING' })
        else answerJson(response, 200, { task_status: 'SUCCESS', video_result: [{ url }] })
      })
      const film = (await send('POST', '/v1/videos', { model: 'film', prompt: 'Rain' })).json
      await poll()
      expect((await send('GET', `/v1/videos/${film.id}/content`)).status).toBe(502)
    }
    expect(stranger.calls).toEqual([])
    await root.remove(`/api/channel/${own}`)
    await stranger.close()
  })

  it('a refusal in an answer of success is one: the next channel makes the film, and it is paid once', async () => {
    const before = await quota()
    const refusing = await startAnsweringUpstream((_call, response) =>
      answerJson(response, 200, { base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }),
    )
    const first = await addRelayChannel(root, { type: 35, base_url: refusing.url, models: 'film', priority: 9 })
    const second = await addRelayChannel(root, { type: 26, base_url: upstream.url, models: 'film' })
    upstream.does((_call, response) => answerJson(response, 200, { id: 'taken', task_status: 'PROCESSING' }))
    expect((await send('POST', '/v1/videos', { model: 'film', prompt: 'Rain' })).json.id).toBe('taken')
    expect(refusing.calls).toHaveLength(1)
    expect(await quota()).toBe(before - 5 * 0.01 * 500_000)
    await Promise.all([first, second].map((id) => root.remove(`/api/channel/${id}`)))
    await refusing.close()
  })

  it('is seen in the console’s list, by an address that whoever has it may open for a while', async () => {
    const { items } = (await root.get('/api/video/?status=SUCCESS&page_size=100')).data
    const film = items.find(({ platform }: Json) => platform === 'veo')
    expect(film).toMatchObject({
      model: 'film',
      seconds: 8,
      size: '1280x720',
      prompt: 'Rain',
      action: 'VIDEO',
      quota: 40_000,
    })
    expect(film.media).toMatchObject([
      { kind: 'video', url: expect.stringMatching(/^\/v1\/videos\/veo~veo-1\/media\?task=/) },
    ])
    // Its channel is gone, and with it the key.
    expect((await fetch(gateway.url + film.media[0].url)).status).toBe(404)
    const other = items.find(({ platform }: Json) => platform === 'dashscope-videos')
    does(vendors.dashscope ?? never(), 'x')
    // Without its channel nobody may lead us into a private network.
    expect((await fetch(gateway.url + other.media[0].url)).status).toBe(502)
    expect((await fetch(gateway.url + other.media[0].url.replace(/signature=.*/, 'signature=x'))).status).toBe(403)
    const member = await gateway.asUser('spectator')
    expect((await member.get('/api/video/self')).data.items).toEqual([])
    expect((await member.get('/api/video/')).success).toBe(false)
  })
})

const never = (): never => {
  throw new Error('it is in the table')
}
