import { describe, expect, it } from 'vitest'
import { listOpenAnswers } from '#testing/open-answers.ts'
import { eachResponseBench } from '#testing/response-bench.ts'
import { keptUsage } from '#testing/response-keeper.ts'
import { backgroundAnswers } from '../../domain/tasks/owed-answer.ts'

eachResponseBench(({ gateway, clock, root, makerOf, send, create, whenPaid }) => {
  const payForFinished = () => gateway().pollTasks()
  describe('an answer that is made in the background', () => {
    const finish = (id: string, how = '') =>
      fetch(`${makerOf(id).url}/v1/responses/${id}/finish${how}`, { method: 'POST' })
    const rowsOf = async (id: string) => {
      await gateway().plane.domain.ledger.drain()
      const { items } = (await root().get('/api/log/?p=1&page_size=100&type=2')).data
      return items.filter((row: { request_id: string }) => row.request_id === `kept-1-${id}`)
    }
    const owed = () => listOpenAnswers(gateway().plane.database)
    const aWhile = () => clock.pass(60)

    it('is charged when it is first told whole, and once', async () => {
      const id = await create({ background: true })
      expect((await send('GET', `/${id}`)).json.status).toBe('queued')
      expect(await rowsOf(id)).toEqual([])
      await finish(id)
      await Promise.all([1, 2, 3, 4].map(() => send('GET', `/${id}`)))
      await whenPaid()
      expect(await rowsOf(id)).toMatchObject([
        { quota: keptUsage.total_tokens, model_name: 'gpt', completion_tokens: 5 },
      ])
      aWhile()
      await payForFinished()
      expect(await rowsOf(id)).toHaveLength(1)
    })

    it('is charged when nobody asks for it', async () => {
      const ids = [await create({ background: true }), await create({ background: true, stream: true })]
      for (const id of ids) await finish(id)
      aWhile()
      await whenPaid()
      for (const id of ids) expect(await rowsOf(id)).toMatchObject([{ quota: keptUsage.total_tokens }])
    })

    /** As a process leaves it that ends between the charge and the note of it. */
    const chargedButOwed = async () => {
      const { tasks } = gateway().plane.domain
      const id = await create({ background: true })
      const noted = await tasks.find({ userId: 1, platform: backgroundAnswers }, id)
      await finish(id)
      await send('GET', `/${id}`)
      await whenPaid()
      if (noted !== undefined) tasks.keep(noted)
      return id
    }

    it('F16: costs nothing more where a process charged it and ended before it could say so', async () => {
      const { ledger } = gateway().plane.domain
      const id = await chargedButOwed()
      await whenPaid()
      expect(await rowsOf(id)).toHaveLength(1)
      expect(await ledger.balance(1)).toBe((await root().get('/api/user/self')).data.quota)
    })

    it('F16: is told although nothing is left, where a process charged it and ended before it could say so', async () => {
      const { ledger } = gateway().plane.domain
      const id = await chargedButOwed()
      const rest = await ledger.balance(1)
      const move = (amount: number) =>
        ledger.credit({ ref: `${id} ${amount}`, userId: 1, kind: 'adjust', amount, operatorId: 1 })
      await move(-rest)
      try {
        expect(await send('GET', `/${id}`)).toMatchObject({ status: 200, json: { status: 'completed' } })
        await whenPaid()
        expect(await rowsOf(id)).toHaveLength(1)
        expect(await ledger.balance(1)).toBe(0)
      } finally {
        await move(rest)
      }
    })

    describe('at a fixed price', () => {
      const price = 1000
      const tools = [{ type: 'web_search', search_context_size: 'high' }]
      const quota = async () => (await root().get('/api/user/self')).data.quota
      const free = () => gateway().plane.domain.ledger.balance(1)
      const callRow = async (before: number) => {
        await gateway().plane.domain.ledger.drain()
        expect(await quota()).toBe(before - price)
      }

      it.each([false, true])(
        'pays for the call at once and for its tools when it is finished, once: stream %s',
        async (stream) => {
          const before = await quota()
          const id = await create({ model: 'flat', background: true, tools, stream })
          await callRow(before)
          await expect.poll(free).toBe(before - price - 0.01 * 500_000)
          await finish(id)
          await Promise.all([1, 2, 3, 4].map(() => send('GET', `/${id}`)))
          await whenPaid()
          const [row, ...others] = await rowsOf(id)
          expect(others).toEqual([])
          expect(row).toMatchObject({
            quota: 0.02 * 500_000,
            model_name: 'flat',
            prompt_tokens: 7,
            completion_tokens: 5,
          })
          const { model_price, tool_calls } = JSON.parse(row.other)
          expect({ model_price, tool_calls }).toEqual({
            model_price: 0,
            tool_calls: [{ tool: 'web_search_high', calls: 2, price: 10 }],
          })
          expect(await quota()).toBe(before - price - 0.02 * 500_000)
        },
      )

      it('pays nothing more where no tool was used', async () => {
        const before = await quota()
        const id = await create({ model: 'flat', background: true })
        await callRow(before)
        expect(await free()).toBe(before - price)
        await finish(id)
        await send('GET', `/${id}`)
        await whenPaid()
        expect(await rowsOf(id)).toEqual([])
        expect(await quota()).toBe(before - price)
      })

      it('pays for the tools of an answer that tells no usage', async () => {
        const before = await quota()
        const id = await create({ model: 'flat', background: true, tools })
        await finish(id, '/silent')
        await whenPaid()
        expect(await rowsOf(id)).toMatchObject([{ quota: 0.02 * 500_000 }])
        expect(await quota()).toBe(before - price - 0.02 * 500_000)
      })

      it('pays for both at once where the upstream answers at once all the same', async () => {
        const before = await quota()
        const id = await create({ model: 'flat', background: true, tools, user: 'hasty' })
        expect(await owed()).toEqual([])
        await gateway().plane.domain.ledger.drain()
        expect(await quota()).toBe(before - price - 0.02 * 500_000)
        aWhile()
        await payForFinished()
        expect(await rowsOf(id)).toEqual([])
      })
    })

    it('is charged by the call once, where its model got or lost such a price meanwhile', async () => {
      const id = await create({ background: true })
      await root().put('/api/option/', { key: 'ModelPrice', value: '{"flat": 0.002, "gpt": 0.002}' })
      await finish(id)
      await whenPaid()
      expect(await rowsOf(id)).toMatchObject([{ quota: 1000 }])
      const next = await create({ background: true })
      await root().put('/api/option/', { key: 'ModelPrice', value: '{"flat": 0.002}' })
      await finish(next)
      await whenPaid()
      expect(await rowsOf(next)).toEqual([])
    })

    it('costs nothing when it was cancelled before it said anything', async () => {
      const id = await create({ background: true })
      expect((await send('POST', `/${id}/cancel`)).json.status).toBe('cancelled')
      await whenPaid()
      expect(await rowsOf(id)).toEqual([])
    })

    it('cannot be thrown away before it is paid', async () => {
      const id = await create({ background: true })
      expect(await send('DELETE', `/${id}`)).toMatchObject({
        status: 409,
        json: { error: { code: 'response_running' } },
      })
      await finish(id)
      expect((await send('DELETE', `/${id}`)).status).toBe(200)
      expect(await rowsOf(id)).toHaveLength(1)
    })

    it('keeps what it will probably cost from being spent on others, until it is paid', async () => {
      const settled = async () => (await root().get('/api/user/self')).data.quota
      const free = () => gateway().plane.domain.ledger.balance(1)
      const id = await create({ background: true, max_output_tokens: 5000 })
      await expect.poll(async () => (await settled()) - (await free())).toBeGreaterThan(5000)
      await finish(id)
      await send('GET', `/${id}`)
      expect(await free()).toBe(await settled())
    })
  })
})
