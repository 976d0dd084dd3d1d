import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { oneDatabase } from '#testing/database.ts'
import type { TestClient, TestGateway } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { addRelayChannel, addRelayToken } from '#testing/relay-client.ts'
import { type SongService, startSongService } from '#testing/song-service.ts'
import { sendTask } from '#testing/task-bench.ts'

describe('a platform that is one file and one line', () => {
  oneDatabase((_engine, _open, openPlace) => {
    const clock = createMovableClock()
    let upstream: SongService
    let gateway: TestGateway
    let root: TestClient
    let key: string

    beforeAll(async () => {
      upstream = await startSongService()
      vi.resetModules()
      // The one line. Everything that asks for a platform reads the list anew with it.
      vi.doMock('#protocols/tasks/index.ts', async (original) => {
        const { taskPlatforms } = await original<typeof import('#protocols/tasks/index.ts')>()
        const { madeUpPlatform } = await import('#testing/made-up-platform.ts')
        return { taskPlatforms: [...taskPlatforms, madeUpPlatform] }
      })
      const { startTestGateway } = await import('#testing/gateway.ts')
      gateway = await startTestGateway({ place: (await openPlace()).place, clock })
      root = await gateway.asRoot()
      await addRelayChannel(root, { type: 36, base_url: upstream.url, models: 'poem' })
      await root.put('/api/option/', { key: 'ModelPrice', value: '{"poem": 0.02}' })
      key = (await addRelayToken(root)).key
    })
    afterAll(async () => {
      await gateway?.close()
      await upstream?.close()
      vi.doUnmock('#protocols/tasks/index.ts')
      vi.resetModules()
    })

    const quota = async () => (await root.get('/api/user/self')).data.quota
    const hand = (body: object) => sendTask(gateway, key, { method: 'POST', path: '/poems', body })

    it('is handed work, finishes it, pays back what failed, and stands in the list', async () => {
      const before = await quota()
      const good: string = (await hand({ theme: 'rain' })).json.poem
      const bad: string = (await hand({ theme: 'snow' })).json.poem
      expect(await quota()).toBe(before - 0.04 * 500_000)
      upstream.tell(good, { status: 'SUCCESS', data: 'It rains.' })
      upstream.tell(bad, { status: 'FAILURE', fail_reason: 'no rhyme' })
      clock.pass(60)
      // The first may be a round that had begun before.
      await gateway.pollTasks()
      await gateway.pollTasks()
      const told = await sendTask(gateway, key, { method: 'GET', path: `/poems/${good}` })
      expect(told.json).toEqual({ poem: good, text: 'It rains.', progress: '100%' })
      expect((await hand({})).json).toEqual({ wrong: 'no_theme' })
      expect(await quota()).toBe(before - 0.02 * 500_000)
      const { items } = (await root.get('/api/task/?platform=poems')).data
      expect(items.map(({ task_id: id, status }: Record<string, string>) => [id, status])).toEqual([
        [bad, 'FAILURE'],
        [good, 'SUCCESS'],
      ])
    })
  })
})
