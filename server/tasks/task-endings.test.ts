import { describe, expect, it } from 'vitest'
import { addRelayChannel } from '#testing/relay-client.ts'
import { eachTaskBench } from '#testing/task-bench.ts'

const perPicture = 0.1 * 500_000

eachTaskBench(({ gateway, clock, root, proxy, send, poll, quota, rows }) => {
  const draw = async (): Promise<string> => (await send('POST', '/mj/submit/imagine', { prompt: 'a cat' })).json.result
  const statusOf = async (id: string) => (await send('GET', `/mj/task/${id}/fetch`)).json
  const refundsOf = async (id: string) =>
    (await rows()).filter(({ content, quota }) => content.includes(id) && quota < 0)
  const failure = { status: 'FAILURE', progress: '100%', failReason: 'no paint' }
  const success = { status: 'SUCCESS', progress: '100%' }

  describe('the end of a task', () => {
    it('F28: is final, whatever its upstream says afterwards, and of two words at once the first counts', async () => {
      const before = await quota()
      const [failed, done] = [await draw(), await draw()]
      proxy().tellNext([
        { id: failed, ...failure },
        { id: failed, ...success },
        { id: done, status: 'IN_PROGRESS', progress: '10%' },
        { id: done, ...success },
        { id: done, ...failure },
        { id: 'of nobody', ...failure },
        { status: 'FAILURE' },
        'nonsense',
      ])
      await poll()
      proxy().tell(failed, success)
      proxy().tell(done, failure)
      await poll(600)
      expect(await statusOf(failed)).toMatchObject({ status: 'FAILURE', failReason: 'no paint' })
      expect((await statusOf(done)).status).toBe('SUCCESS')
      expect([(await refundsOf(failed)).length, (await refundsOf(done)).length]).toEqual([1, 0])
      expect(await quota()).toBe(before - perPicture)
    })

    it('F28: is waited for while its upstream has no word, or none that can be read, and comes when the time is up', async () => {
      const before = await quota()
      const lost = await draw()
      proxy().tell(lost, undefined)
      for (const nonsense of [{ code: 5 }, 'text', null]) {
        proxy().tellNext(nonsense)
        await poll(600)
        expect((await statusOf(lost)).status).toBe('NOT_START')
      }
      await poll(1200)
      expect((await statusOf(lost)).status).toBe('NOT_START')
      await poll(1300)
      const over = await statusOf(lost)
      expect(over).toMatchObject({ status: 'FAILURE', progress: '100%' })
      expect(over.failReason).toMatch(/not finished within 3600 seconds/)
      expect(await quota()).toBe(before)
      proxy().tell(lost, success)
      await poll(600)
      expect((await statusOf(lost)).status).toBe('FAILURE')
    })

    it('F28: comes with the end of its channel', async () => {
      const before = await quota()
      const own = await addRelayChannel(root(), { type: 2, base_url: proxy().url, models: 'mj_imagine', priority: 9 })
      const drawing = await draw()
      await root().remove(`/api/channel/${own}`)
      await poll()
      expect(await statusOf(drawing)).toMatchObject({
        status: 'FAILURE',
        failReason: 'its channel is no longer there',
      })
      expect(await quota()).toBe(before)
    })

    it('takes back what it would have cost the operator, where it is paid back', async () => {
      const costs = '{"*": {"call": 0.01}}'
      const place = { type: 2, base_url: proxy().url, models: 'mj_imagine', priority: 9, costs }
      const own = await addRelayChannel(root(), place)
      const drawing = await draw()
      proxy().tell(drawing, failure)
      await poll()
      const [refund] = await refundsOf(drawing)
      const { refund_of: charged, admin_info: back } = JSON.parse(refund.other)
      const { items } = (await root().get('/api/log/?p=1&page_size=10')).data
      const charge = items.find((row: { request_id: string }) => row.request_id === charged)
      expect(JSON.parse(charge.other).admin_info.cost).toBe(5000)
      expect(back.cost).toBe(-5000)
      await root().remove(`/api/channel/${own}`)
    })

    it('comes from a channel that was switched off in between', async () => {
      const own = await addRelayChannel(root(), { type: 2, base_url: proxy().url, models: 'mj_imagine', priority: 9 })
      const drawing = await draw()
      await root().put('/api/channel/', { id: own, status: 2 })
      proxy().tell(drawing, success)
      await poll()
      expect((await statusOf(drawing)).status).toBe('SUCCESS')
    })

    it('T55: pays back once, however many look at it at the same time', async () => {
      const before = await quota()
      const drawing = await draw()
      const { tasks, squareTask } = gateway().plane.domain
      const task = await tasks.find({ userId: 1, platform: 'mj' }, drawing)
      if (task === undefined) throw new Error('it is kept')
      const news = { ...task, status: 'FAILURE', failReason: 'no paint' }
      const first = await Promise.all([1, 2, 3, 4].map(() => tasks.finish(task, news)))
      expect(first.filter(Boolean)).toHaveLength(1)
      await Promise.all([1, 2, 3, 4].map(() => squareTask({ ...task, ...news })))
      expect(await refundsOf(drawing)).toHaveLength(1)
      expect(await quota()).toBe(before)
      expect(await gateway().plane.domain.ledger.balance(1)).toBe(before)
    })

    it('T55: pays back where a process ended between the end and the refund, when somebody looks next', async () => {
      const before = await quota()
      const drawing = await draw()
      const { tasks } = gateway().plane.domain
      const task = await tasks.find({ userId: 1, platform: 'mj' }, drawing)
      if (task === undefined) throw new Error('it is kept')
      await tasks.finish(task, { ...task, status: 'FAILURE', failReason: 'no paint' })
      expect(await quota()).toBe(before - perPicture)
      await gateway().pollTasks()
      expect(await refundsOf(drawing)).toEqual([])
      await poll(90)
      await poll(90)
      expect(await refundsOf(drawing)).toHaveLength(1)
      expect(await quota()).toBe(before)
    })

    it.each([
      ['done', success, 1],
      ['failed', failure, 0],
    ])('makes up for a charge that a process did not come to: %s', async (_ending, told, times) => {
      const before = await quota()
      const { tasks } = gateway().plane.domain
      const kept = await tasks.find({ userId: 1, platform: 'mj' }, await draw())
      if (kept?.charge === undefined) throw new Error('it is kept with its charge')
      const { id: _id, misses: _misses, owes: _owes, ...task } = kept
      const taskId = `orphan ${times}`
      const requestId = `${kept.charge.requestId}x`
      await tasks.add({ ...task, taskId, submitTime: clock.now(), charge: { ...kept.charge, requestId } })
      expect(await quota()).toBe(before - perPicture)
      proxy().tell(taskId, told)
      await poll()
      expect((await statusOf(taskId)).status).toBe(told.status)
      expect(await quota()).toBe(before - perPicture - times * perPicture)
      proxy().tell(kept.taskId, success)
      await poll()
    })
  })

  describe('looking after tasks', () => {
    it('asks each upstream for all that are due together, and those that are old less often', async () => {
      await Promise.all(Array.from({ length: 7 }, draw))
      const asked = () => proxy().calls.filter(({ path }) => path.endsWith('list-by-condition'))
      const before = asked().length
      await poll(3)
      const longest = Math.max(
        ...asked()
          .slice(before)
          .map(({ body }) => body.ids.length),
      )
      expect(longest).toBeGreaterThanOrEqual(7)
      await poll(900)
      const later = asked().length
      await poll(5)
      expect(asked()).toHaveLength(later)
      await poll(60)
      expect(asked().length).toBeGreaterThan(later)
    })

    it('asks for what somebody sees again within three seconds, however old it is, and only for as long as he looks', async () => {
      const drawing = await draw()
      await poll(3000)
      const told = () =>
        proxy().calls.filter(({ path, body }) => path.endsWith('list-by-condition') && body.ids.includes(drawing))
      await statusOf(drawing)
      await poll(3)
      const seen = told().length
      for (const progress of ['10%', '20%', '30%']) {
        proxy().tell(drawing, { status: 'IN_PROGRESS', progress })
        await poll(3)
        const { items } = (await root().get('/api/mj/?p=1&page_size=100')).data
        expect(items.find((row: { mj_id: string }) => row.mj_id === drawing)).toMatchObject({ progress })
      }
      expect(told()).toHaveLength(seen + 3)
      await poll(16)
      const later = told().length
      await poll(3)
      expect(told()).toHaveLength(later)
      proxy().tell(drawing, success)
      await poll(60)
    })
  })
})
