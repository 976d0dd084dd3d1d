import { describe, expect, it, vi } from 'vitest'
import { oneGateway } from '#testing/gateway.ts'
import { addRelayChannel } from '#testing/relay-client.ts'
import { eachTaskBench } from '#testing/task-bench.ts'

/** The line that a new platform is given. */
vi.mock(import('#protocols/tasks/index.ts'), async (load) => {
  const [real, { madeUpPlatform }] = [await load(), await import('#testing/made-up-platform.ts')]
  return { taskPlatforms: [...real.taskPlatforms, madeUpPlatform] }
})

eachTaskBench(({ root, songs, send, poll, quota }) => {
  describe('a platform that is one file and one line', () => {
    it('is handed work, finishes it, pays back what failed, and stands in the list', async () => {
      await addRelayChannel(root(), { type: 36, base_url: songs().url, models: 'poem' })
      await root().put('/api/option/', { key: 'ModelPrice', value: '{"poem": 0.02}' })
      const before = await quota()
      const hand = async (theme: string) => (await send('POST', '/poems', { theme })).json.poem
      const [good, bad] = [await hand('rain'), await hand('snow')]
      expect(await quota()).toBe(before - 0.04 * 500_000)
      songs().tell(good, { status: 'SUCCESS', data: 'It rains.' })
      songs().tell(bad, { status: 'FAILURE', fail_reason: 'no rhyme' })
      await poll()
      expect((await send('GET', `/poems/${good}`)).json).toEqual({ poem: good, text: 'It rains.', progress: '100%' })
      expect((await send('POST', '/poems', {})).json).toEqual({ wrong: 'no_theme' })
      expect(await quota()).toBe(before - 0.02 * 500_000)
      const { items } = (await root().get('/api/task/?platform=poems')).data
      expect(items.map(({ task_id: id, status }: Record<string, string>) => [id, status])).toEqual([
        [bad, 'FAILURE'],
        [good, 'SUCCESS'],
      ])
    })
  })
}, oneGateway)
