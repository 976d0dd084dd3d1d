import { describe, expect, it, vi } from 'vitest'
import { answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { listOpenAnswers } from '#testing/open-answers.ts'
import { addRelayChannel, addRelayToken } from '#testing/relay-client.ts'
import { eachResponseBench } from '#testing/response-bench.ts'
import { keptUsage, startKeeper } from '#testing/response-keeper.ts'

const day = 24 * 3600

eachResponseBench(({ gateway, clock, root, channels, makerOf, create, send, whenPaid }) => {
  const quota = async () => {
    await gateway().plane.domain.ledger.drain()
    return (await root().get('/api/user/self')).data.quota
  }
  const free = () => gateway().plane.domain.ledger.balance(1)
  const open = async () => (await listOpenAnswers(gateway().plane.database)).map(({ id }) => id)
  const finish = (id: string) => fetch(`${makerOf(id).url}/v1/responses/${id}/finish`, { method: 'POST' })
  /** The job may be in the midst of a round that began before. */
  const poll = async (seconds: number) => {
    clock.pass(seconds)
    await gateway().pollTasks()
    await gateway().pollTasks()
  }
  const isHeld = () => expect.poll(async () => (await free()) < (await quota())).toBe(true)

  describe('an answer of the background as a task', () => {
    it('is over with its channel, costs nothing, and gives back what was set aside for it', async () => {
      const keeper = await startKeeper('third')
      try {
        const own = await addRelayChannel(root(), { base_url: keeper.url, models: 'gpt', priority: 9 })
        const before = await quota()
        const id = await create({ background: true, max_output_tokens: 5000 })
        await isHeld()
        await root().remove(`/api/channel/${own}`)
        await poll(60)
        await expect.poll(open).toEqual([])
        expect([await quota(), await free()]).toEqual([before, before])
        expect((await send('GET', `/${id}`)).status).toBe(404)
      } finally {
        await keeper.close()
      }
    })

    it('is charged once to its user, though he was deleted while it was made', async () => {
      const member = await gateway().asUser('leaving')
      await root().put('/api/user/', { id: member.userId, username: 'leaving', quota: 1_000_000 })
      const { key } = await addRelayToken(member)
      const body = { model: 'gpt', input: 'Say something.', background: true }
      const { id } = (await send('POST', '', body, key)).json
      await root().remove(`/api/user/${member.userId}`)
      await finish(id)
      await whenPaid()
      await gateway().plane.domain.ledger.drain()
      const { items } = (await root().get(`/api/log/?p=1&page_size=100&type=2&username=leaving`)).data
      const charged = items.filter((row: { quota: number }) => row.quota > 0)
      expect(charged).toMatchObject([{ quota: keptUsage.total_tokens, request_id: `kept-${member.userId}-${id}` }])
    })

    it('F16: is charged when its client hears that it is over, though a process ended between its end and its charge', async () => {
      const before = await quota()
      const id = await create({ background: true })
      await finish(id)
      const square = vi.spyOn(gateway().plane.domain, 'squareTask').mockResolvedValueOnce()
      try {
        expect((await send('GET', `/${id}`)).json.status).toBe('completed')
        expect(square).toHaveBeenCalledOnce()
        expect(await quota()).toBe(before)
        const told = await Promise.all([1, 2, 3].map(() => send('GET', `/${id}`)))
        expect(told.map(({ json }) => json.status)).toEqual(['completed', 'completed', 'completed'])
      } finally {
        square.mockRestore()
      }
      expect(await quota()).toBe(before - keptUsage.total_tokens)
      expect(await free()).toBe(await quota())
      expect(await open()).toEqual([])
    })

    it('is waited for for three days, and then costs nothing where it said nothing', async () => {
      const before = await quota()
      const id = await create({ background: true, max_output_tokens: 5000 })
      await isHeld()
      await poll(3 * day - 60)
      expect(await open()).toEqual([id])
      expect(await free()).toBeLessThan(before)
      await poll(120)
      await poll(60)
      await expect.poll(open).toEqual([])
      expect([await quota(), await free()]).toEqual([before, before])
      await finish(id)
      expect((await send('GET', `/${id}`)).json.status).toBe('completed')
      expect(await quota()).toBe(before)
    })

    it('is waited for while its upstream cannot be asked, and comes when that answers again', async () => {
      const before = await quota()
      const id = await create({ background: true })
      const { url } = makerOf(id)
      const [first, second] = channels()
      const channel = id.includes('first') ? first : second
      await root().put('/api/channel/', { id: channel, base_url: 'http://127.0.0.1:9' })
      await poll(0)
      // A round that began before would still ask where it was.
      await poll(1)
      await finish(id)
      await poll(60)
      expect(await open()).toEqual([id])
      await root().put('/api/channel/', { id: channel, base_url: url })
      await whenPaid()
      expect(await quota()).toBe(before - keptUsage.total_tokens)
    })

    it('is not kept waiting by others that go on, however many they are', async () => {
      const before = await quota()
      const ids = await Promise.all(Array.from({ length: 120 }, () => create({ background: true })))
      const [last = ''] = ids.slice(-1)
      await finish(last)
      await poll(60)
      await expect.poll(open).not.toContain(last)
      expect(await quota()).toBe(before - keptUsage.total_tokens)
      await Promise.all(ids.slice(0, -1).map(finish))
      await whenPaid()
      expect(await quota()).toBe(before - 120 * keptUsage.total_tokens)
    })

    it('is not kept waiting by an upstream that does not answer, nor are drawings', async () => {
      const mute = await startAnsweringUpstream(({ method }, response) => {
        if (method === 'POST') answerJson(response, 200, { id: 'resp_mute_1', object: 'response', status: 'queued' })
      })
      try {
        const own = await addRelayChannel(root(), { base_url: mute.url, models: 'gpt', priority: 9 })
        const before = await quota()
        expect(await create({ background: true })).toBe('resp_mute_1')
        await root().put('/api/channel/', { id: own, priority: -1 })
        await expect.poll(() => mute.calls.some(({ method }) => method === 'GET')).toBe(true)
        const id = await create({ background: true })
        await finish(id)
        await poll(60)
        await expect.poll(open).toEqual(['resp_mute_1'])
        expect(await quota()).toBe(before - keptUsage.total_tokens)
        await root().remove(`/api/channel/${own}`)
      } finally {
        await mute.close()
      }
      await whenPaid()
    })

    it('stands in no list of drawings or songs', async () => {
      await create({ background: true })
      for (const path of ['/api/mj/', '/api/task/']) {
        expect((await root().get(`${path}?p=1&page_size=100`)).data.items).toEqual([])
      }
      await poll(4 * day)
      await expect.poll(open).toEqual([])
    })
  })
})
