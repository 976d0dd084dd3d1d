import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DrawingProxy, startDrawingProxy } from '#testing/drawing-proxy.ts'
import type { TestClient } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { addRelayChannel, addRelayToken } from '#testing/relay-client.ts'
import { sendTask } from '#testing/task-bench.ts'
import { withTwoNodes } from '#testing/two-nodes.ts'
import { findBrokenInvariants } from '../db/invariants.ts'

const clock = createMovableClock()

withTwoNodes((nodes) => {
  let proxy: DrawingProxy
  let root: TestClient
  let key: string
  beforeAll(async () => {
    proxy = await startDrawingProxy()
    root = await nodes().one.asRoot()
    await addRelayChannel(root, { type: 2, base_url: proxy.url, models: 'mj_imagine' })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => proxy?.close())

  it('T55: tasks that fail are looked after by either node, each by one of them, and paid back once', async () => {
    const { one, two } = nodes()
    const quota = async () => (await root.get('/api/user/self')).data.quota
    const before = await quota()
    const refunds = async (): Promise<number> => {
      const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
      return items.filter((row: { quota: number }) => row.quota < 0).length
    }
    const refundsBefore = await refunds()
    const asked = { method: 'POST', path: '/mj/submit/imagine' }
    const drawn = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        sendTask(place % 2 === 0 ? one : two, key, { ...asked, body: { prompt: `cat ${place}` } }),
      ),
    )
    expect(drawn.flatMap(({ json }) => (json.code === 1 ? [] : json))).toEqual([])
    const ids: string[] = drawn.map(({ json }) => json.result)
    for (const id of ids) proxy.tell(id, { status: 'FAILURE', progress: '100%', failReason: 'no paint' })
    const earlier = proxy.calls.length
    clock.pass(30)
    // A row that somebody writes just then is left for the next round.
    const askedFor = async () => {
      await Promise.all([one, two, one, two].map((node) => node.pollTasks()))
      const lists = proxy.calls.slice(earlier).filter(({ path }) => path.endsWith('list-by-condition'))
      return lists.flatMap(({ body }) => body.ids).toSorted()
    }
    await expect.poll(askedFor).toEqual(ids.toSorted())
    await Promise.all([one, two].map(({ plane }) => plane.domain.ledger.drain()))
    expect(await quota()).toBe(before)
    expect((await refunds()) - refundsBefore).toBe(20)
    expect(await findBrokenInvariants(one.plane.database)).toEqual([])
    await expect.poll(() => one.plane.domain.ledger.balance(1)).toBe(before)
    await expect.poll(() => two.plane.domain.ledger.balance(1)).toBe(before)
  })
}, clock)
