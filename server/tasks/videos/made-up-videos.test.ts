import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { oneDatabase } from '#testing/database.ts'
import type { TestClient, TestGateway } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { addRelayChannel, addRelayToken } from '#testing/relay-client.ts'
import { sendTask } from '#testing/task-bench.ts'

describe('a way to make films that is one file and one line', () => {
  oneDatabase((_engine, _open, openPlace) => {
    const clock = createMovableClock()
    let upstream: AnsweringUpstream
    let gateway: TestGateway
    let root: TestClient
    let key: string
    let made = 0

    beforeAll(async () => {
      upstream = await startAnsweringUpstream(({ method, path }, response) => {
        if (path === '/film') response.writeHead(200, { 'content-type': 'video/webm' }).end('a film')
        else if (method === 'POST') {
          made += 1
          answerJson(response, 200, { reel: `reel-${made}` })
        } else
          answerJson(response, 200, { reels: [{ reel: 'reel-1', at: `${upstream.url}/film` }, { reel: 'reel-2' }] })
      })
      vi.resetModules()
      // The one line. Everything that asks for a way to make films reads the list anew with it.
      vi.doMock('#providers/videos/index.ts', async (original) => {
        const { videoPlatforms } = await original<typeof import('#providers/videos/index.ts')>()
        const { madeUpVideos } = await import('#testing/made-up-videos.ts')
        return { videoPlatforms: [...videoPlatforms, madeUpVideos] }
      })
      const { startTestGateway } = await import('#testing/gateway.ts')
      gateway = await startTestGateway({ place: (await openPlace()).place, clock })
      root = await gateway.asRoot()
      await addRelayChannel(root, { type: 4, base_url: upstream.url, models: 'reel' })
      await root.put('/api/option/', { key: 'ModelPrice', value: '{"reel": 0.02}' })
      await root.put('/api/option/', { key: 'ModelsPricedBySecond', value: 'reel' })
      key = (await addRelayToken(root)).key
    })
    afterAll(async () => {
      await gateway?.close()
      await upstream?.close()
      vi.doUnmock('#providers/videos/index.ts')
      vi.resetModules()
    })

    const quota = async () => (await root.get('/api/user/self')).data.quota
    const send = (method: string, path: string, body?: object) => sendTask(gateway, key, { method, path, body })

    it('is handed films, asked for two at once, pays back what failed, and stands in the list', async () => {
      const before = await quota()
      const good = (await send('POST', '/v1/videos', { model: 'reel', prompt: 'rain', seconds: 10 })).json.id
      await send('POST', '/v1/videos', { model: 'reel', prompt: 'snow' })
      expect(upstream.calls.at(-1)?.body).toEqual({ reel: 'reel', about: 'snow', seconds: 3 })
      expect(await quota()).toBe(before - (0.2 + 0.06) * 500_000)
      clock.pass(60)
      await gateway.pollTasks()
      await gateway.pollTasks()
      expect(upstream.calls.map(({ path }) => path)).toContain('/reels?of=reel-1,reel-2')
      expect(await quota()).toBe(before - 0.2 * 500_000)
      expect((await send('GET', `/v1/videos/${good}/content`)).text).toBe('a film')
      const { items } = (await root.get('/api/video/')).data
      expect(items.map(({ task_id: id, status }: Record<string, string>) => [id, status])).toEqual([
        ['reel-2', 'FAILURE'],
        ['reel-1', 'SUCCESS'],
      ])
    })
  })
})
