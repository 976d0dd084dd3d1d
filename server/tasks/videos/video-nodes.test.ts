import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestClient } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { addRelayChannel, addRelayToken } from '#testing/relay-client.ts'
import { sendTask } from '#testing/task-bench.ts'
import { withTwoNodes } from '#testing/two-nodes.ts'
import { startVideoService, type VideoService } from '#testing/video-service.ts'
import { findBrokenInvariants } from '../../db/invariants.ts'

const clock = createMovableClock()

withTwoNodes((nodes) => {
  let films: VideoService
  let root: TestClient
  let key: string
  beforeAll(async () => {
    films = await startVideoService()
    root = await nodes().one.asRoot()
    await root.put('/api/option/', { key: 'ModelPrice', value: '{"sora-2": 0.1}' })
    await addRelayChannel(root, { type: 1, base_url: films.url, models: 'sora-2' })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => films?.close())

  it('T55: films that fail are looked after by either node, each by one of them, and paid back once', async () => {
    const { one, two } = nodes()
    const quota = async () => (await root.get('/api/user/self')).data.quota
    const before = await quota()
    const asked = { method: 'POST', path: '/v1/videos', body: { model: 'sora-2', prompt: 'fails' } }
    const ids: string[] = []
    for (const node of [one, two, one, two]) ids.push((await sendTask(node, key, asked)).json.id)
    clock.pass(30)
    const askedFor = async () => {
      await Promise.all([one, two, one, two].map((node) => node.pollTasks()))
      const questions = films.calls.filter(({ method }) => method === 'GET')
      return questions.map(({ path }) => path.replace('/v1/videos/', '')).toSorted()
    }
    await expect.poll(askedFor).toEqual(ids.toSorted())
    await Promise.all([one, two].map(({ plane }) => plane.domain.ledger.drain()))
    await expect.poll(quota).toBe(before)
    const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
    expect(items.filter((row: { quota: number }) => row.quota < 0)).toHaveLength(ids.length)
    // What one node took the other tells, and nobody asks twice.
    const told = await sendTask(two, key, { method: 'GET', path: `/v1/videos/${ids[0]}` })
    expect(told.json).toMatchObject({ status: 'failed', error: { message: 'no light' } })
    expect(await findBrokenInvariants(one.plane.database)).toEqual([])
  })
}, clock)
