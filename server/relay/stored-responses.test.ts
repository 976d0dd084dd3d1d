import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AnsweringUpstream,
  answerEvents,
  answerJson,
  startAnsweringUpstream,
} from '#testing/answering-upstream.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const usage = { input_tokens: 7, output_tokens: 5, total_tokens: 12 }
const output = [{ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Water.' }] }]

const searched = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search' } }
/** Whoever was offered a tool has used it twice. */
const outputFor = ({ tools }: Record<string, unknown>) =>
  tools === undefined ? output : [searched, searched, ...output]

/** Keeps what it made under ids of its own, as an account does. */
const startKeeper = async (name: string): Promise<AnsweringUpstream> => {
  const kept = new Map<string, Record<string, unknown>>()
  let made = 0

  const create = (body: Record<string, unknown>, response: ServerResponse) => {
    made += 1
    const id = `resp_${name}_${made}`
    const { model, tools } = body
    const whole = { id, object: 'response', status: 'completed', model, tools, output: outputFor(body), usage }
    if (body.store !== false) kept.set(id, whole)
    if (body.background === true && body.user !== 'hasty') {
      const queued = { ...whole, status: 'queued', output: [], usage: null }
      kept.set(id, queued)
      if (body.stream !== true) return answerJson(response, 200, queued)
    }
    if (body.stream !== true) return answerJson(response, 200, whole)
    const begun = { ...whole, status: 'in_progress', output: [], usage: null, instructions: 'x'.repeat(100_000) }
    answerEvents(response, [
      { type: 'response.created', sequence_number: 0, response: begun },
      { type: 'response.output_text.delta', sequence_number: 1, item_id: 'msg_1', delta: 'Water.' },
      { type: 'response.completed', sequence_number: 2, response: whole },
    ])
  }

  return startAnsweringUpstream(({ method, path, body }, response) => {
    if (path === '/v1/responses') return create(body, response)
    if (path === '/v1/responses/compact') {
      return answerJson(response, 200, { id: 'cmp_1', object: 'response.compaction', output, usage })
    }
    const [, id = '', rest] = /^\/v1\/responses\/([^/?]+)\/?([^?]*)/.exec(path) ?? []
    const whole = kept.get(id)
    if (whole === undefined) return answerJson(response, 404, { error: { message: 'unknown here', type: 'x' } })
    if (method === 'DELETE') {
      kept.delete(id)
      return answerJson(response, 200, { id, object: 'response', deleted: true })
    }
    if (rest?.startsWith('finish')) {
      kept.set(id, {
        ...whole,
        status: 'completed',
        output: outputFor(whole),
        usage: path.includes('silent') ? null : usage,
      })
      return answerJson(response, 200, {})
    }
    if (rest === 'cancel') {
      kept.set(id, { ...whole, status: 'cancelled' })
      return answerJson(response, 200, kept.get(id))
    }
    if (rest === 'input_items') return answerJson(response, 200, { object: 'list', data: [{ id: 'item_1' }] })
    if (!path.includes('stream=true')) return answerJson(response, 200, whole)
    answerEvents(response, [{ type: 'response.completed', sequence_number: 2, response: whole }])
  })
}

const clock = createMovableClock()

eachGateway(
  (gateway) => {
    let first: AnsweringUpstream
    let second: AnsweringUpstream
    let root: TestClient
    let key: string
    let channels: number[]

    beforeAll(async () => {
      first = await startKeeper('first')
      second = await startKeeper('second')
      root = await gateway().asRoot()
      await priceModels(root, ['gpt', 'chat', 'other'])
      await root.put('/api/option/', { key: 'ModelPrice', value: '{"flat": 0.002}' })
      channels = [
        await addRelayChannel(root, { base_url: first.url, models: 'gpt,flat', key: 'sk-one,sk-two' }),
        await addRelayChannel(root, { base_url: second.url, models: 'gpt,flat', key: 'sk-three' }),
      ]
      await addRelayChannel(root, { base_url: second.url, models: 'other' })
      key = (await addRelayToken(root)).key
    })
    afterAll(async () => {
      await first.close()
      await second.close()
    })
    expectSettledBooks(gateway)

    const payForFinished = () => gateway().payForFinished()
    const send = async (method: string, path: string, body?: object, owner = key) => {
      const response = await fetch(`${gateway().url}/v1/responses${path}`, {
        method,
        headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : undefined }
    }
    const create = async (body: object = {}): Promise<string> => {
      const { text } = await send('POST', '', { model: 'gpt', input: 'Say something.', ...body })
      const [id] = /resp_\w+/.exec(text) ?? []
      return id ?? text
    }
    const makerOf = (id: string) => (id.includes('first') ? first : second)
    const consumed = async () => {
      await gateway().plane.domain.ledger.drain()
      return (await root.get('/api/log/?p=1&page_size=100&type=2')).data.total
    }

    describe('a kept answer', () => {
      it('is read, streamed, listed, cancelled and deleted where it was made, with the key it was made with', async () => {
        for (let turn = 0; turn < 6; turn += 1) {
          const id = await create({ stream: turn % 2 === 1 })
          const maker = makerOf(id)
          const { authorization } = maker.calls.at(-1)?.headers ?? {}
          const before = await consumed()
          expect((await send('GET', `/${id}`)).json).toMatchObject({ id, usage })
          expect(maker.calls.at(-1)).toMatchObject({
            method: 'GET',
            path: `/v1/responses/${id}`,
            headers: { authorization },
          })
          const streamed = await send('GET', `/${id}?stream=true&starting_after=1`)
          expect(streamed.text).toMatch(/^event: response\.completed\ndata: /)
          expect(maker.calls.at(-1)?.path).toBe(`/v1/responses/${id}?stream=true&starting_after=1`)
          expect((await send('GET', `/${id}/input_items?limit=5`)).json.data).toEqual([{ id: 'item_1' }])
          expect((await send('POST', `/${id}/cancel`)).json.status).toBe('cancelled')
          expect((await send('DELETE', `/${id}`)).json.deleted).toBe(true)
          expect(maker.calls.at(-1)?.headers.authorization).toBe(authorization)
          expect((await send('GET', `/${id}`)).status).toBe(404)
          expect(await consumed()).toBe(before)
        }
      })

      it('is not there for another user, and nobody finds what was never made', async () => {
        const id = await create()
        const member = await gateway().asUser('stranger')
        const own = (await addRelayToken(member)).key
        for (const answer of [await send('GET', `/${id}`, undefined, own), await send('GET', '/resp_never')]) {
          expect(answer).toMatchObject({ status: 404, json: { error: { code: 'response_missing' } } })
        }
        expect((await send('DELETE', `/${id}`, undefined, own)).status).toBe(404)
        expect((await send('GET', `/${id}`)).status).toBe(200)
      })

      it('is not noted when the client does not want it kept', async () => {
        const id = await create({ store: false })
        expect((await send('GET', `/${id}`)).json.error.code).toBe('response_missing')
      })

      it('is found after the note has left memory', async () => {
        const id = await create()
        await gateway().plane.domain.storedResponses.drain()
        expect(await gateway().plane.domain.storedResponses.find(1, id)).toMatchObject({ id, userId: 1 })
        expect((await send('GET', `/${id}`)).status).toBe(200)
      })

      it('is gone with its channel', async () => {
        const gone = await addRelayChannel(root, { base_url: first.url, models: 'other', priority: 9 })
        const id = await create({ model: 'other' })
        expect(makerOf(id)).toBe(first)
        await root.remove(`/api/channel/${gone}`)
        expect(await send('GET', `/${id}`)).toMatchObject({
          status: 404,
          json: { error: { code: 'response_channel_gone' } },
        })
        const next = await send('POST', '', { model: 'other', input: 'Go on.', previous_response_id: id })
        expect(next).toMatchObject({ status: 404, json: { error: { code: 'response_channel_gone' } } })
      })
    })

    describe('a call that goes on from one', () => {
      it('goes to the channel and the key that keep it', async () => {
        for (let turn = 0; turn < 6; turn += 1) {
          const id = await create()
          const maker = makerOf(id)
          const { authorization } = maker.calls.at(-1)?.headers ?? {}
          const next = await create({ previous_response_id: id })
          expect(makerOf(next)).toBe(maker)
          expect(maker.calls.at(-1)).toMatchObject({ body: { previous_response_id: id }, headers: { authorization } })
        }
        expect(channels).toHaveLength(2)
      })

      it('is refused where nobody knows it, and for another user', async () => {
        const id = await create()
        const own = (await addRelayToken(await gateway().asUser('successor'))).key
        const body = { model: 'gpt', input: 'Go on.' }
        for (const answer of [
          await send('POST', '', { ...body, previous_response_id: id }, own),
          await send('POST', '', { ...body, previous_response_id: 'resp_never' }),
        ]) {
          expect(answer).toMatchObject({ status: 400, json: { error: { code: 'previous_response_missing' } } })
        }
      })

      it('cannot reach a model that the channel does not serve', async () => {
        const id = await create()
        const answer = await send('POST', '', { model: 'other', input: 'Go on.', previous_response_id: id })
        expect(answer.json.error.code).toBe('response_channel_gone')
      })
    })

    it('makes a conversation smaller where the channel can, and charges it', async () => {
      const before = await consumed()
      const { status, json } = await send('POST', '/compact', {
        model: 'gpt',
        input: [{ role: 'user', content: 'long' }],
      })
      expect([status, json.object]).toEqual([200, 'response.compaction'])
      expect(await consumed()).toBe(before + 1)
      const { items } = (await root.get('/api/log/?p=1&page_size=1&type=2')).data
      expect(items[0]).toMatchObject({ quota: usage.total_tokens, model_name: 'gpt' })
      expect([...first.calls, ...second.calls].some(({ path }) => path === '/v1/responses/compact')).toBe(true)
      await addRelayChannel(root, { type: 47, base_url: first.url, models: 'chat' })
      expect((await send('POST', '/compact', { model: 'chat', input: 'x' })).status).toBe(503)
    })

    describe('an answer that is made in the background', () => {
      const finish = (id: string, how = '') =>
        fetch(`${makerOf(id).url}/v1/responses/${id}/finish${how}`, { method: 'POST' })
      const rowsOf = async (id: string) => {
        await gateway().plane.domain.ledger.drain()
        const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
        return items.filter((row: { request_id: string }) => row.request_id === `kept-1-${id}`)
      }
      const owed = () => gateway().plane.domain.storedResponses.listOwed()
      const aWhile = () => clock.pass(60)
      /** The gateway asks by itself as well: what it has in its hands just then is paid a moment later. */
      const whenPaid = () =>
        expect
          .poll(async () => {
            aWhile()
            // Notes are written behind the calls.
            await gateway().plane.domain.storedResponses.drain()
            await payForFinished()
            return owed()
          })
          .toEqual([])

      it('is charged when it is first told whole, and once', async () => {
        const id = await create({ background: true })
        expect((await send('GET', `/${id}`)).json.status).toBe('queued')
        expect(await rowsOf(id)).toEqual([])
        await finish(id)
        await Promise.all([1, 2, 3, 4].map(() => send('GET', `/${id}`)))
        await whenPaid()
        expect(await rowsOf(id)).toMatchObject([{ quota: usage.total_tokens, model_name: 'gpt', completion_tokens: 5 }])
        aWhile()
        await payForFinished()
        expect(await rowsOf(id)).toHaveLength(1)
      })

      it('is charged when nobody asks for it', async () => {
        const ids = [await create({ background: true }), await create({ background: true, stream: true })]
        for (const id of ids) await finish(id)
        aWhile()
        expect((await owed()).map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
        await whenPaid()
        for (const id of ids) expect(await rowsOf(id)).toMatchObject([{ quota: usage.total_tokens }])
      })

      it('F16: costs nothing more where a process charged it and ended before it could say so', async () => {
        const { ledger, storedResponses } = gateway().plane.domain
        const id = await create({ background: true })
        const noted = await storedResponses.find(1, id)
        await finish(id)
        await send('GET', `/${id}`)
        await whenPaid()
        if (noted !== undefined) storedResponses.remember(noted)
        await whenPaid()
        expect(await rowsOf(id)).toHaveLength(1)
        expect(await ledger.balance(1)).toBe((await root.get('/api/user/self')).data.quota)
      })

      describe('at a fixed price', () => {
        const price = 1000
        const tools = [{ type: 'web_search', search_context_size: 'high' }]
        const quota = async () => (await root.get('/api/user/self')).data.quota
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
        await root.put('/api/option/', { key: 'ModelPrice', value: '{"flat": 0.002, "gpt": 0.002}' })
        await finish(id)
        await whenPaid()
        expect(await rowsOf(id)).toMatchObject([{ quota: 1000 }])
        const next = await create({ background: true })
        await root.put('/api/option/', { key: 'ModelPrice', value: '{"flat": 0.002}' })
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
        const settled = async () => (await root.get('/api/user/self')).data.quota
        const free = () => gateway().plane.domain.ledger.balance(1)
        const id = await create({ background: true, max_output_tokens: 5000 })
        await expect.poll(async () => (await settled()) - (await free())).toBeGreaterThan(5000)
        await finish(id)
        await send('GET', `/${id}`)
        expect(await free()).toBe(await settled())
      })
    })
  },
  {},
  clock,
)
