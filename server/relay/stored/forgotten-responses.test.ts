import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { listOpenAnswers } from '#testing/open-answers.ts'
import { addRelayChannel } from '#testing/relay-client.ts'
import { eachResponseBench } from '#testing/response-bench.ts'
import { keptUsage } from '#testing/response-keeper.ts'

type Event = Record<string, unknown>
const event = (type: string, members: object = {}): Event => ({ type, ...members })
const said = event('response.output_text.delta', { item_id: 'msg_1', delta: 'Water finds its way.' })
const callOfTool = event('response.output_item.done', { item: { type: 'web_search_call', id: 'ws_1' } })

let made = 0
/** A stream of an answer with an id of its own, as far as it comes. */
const streamOf = (...rest: Event[]) => {
  made += 1
  const response = { id: `resp_gone_${made}`, object: 'response', status: 'in_progress', model: 'gpt', output: [] }
  const completed = event('response.completed', { response: { ...response, status: 'completed', usage: keptUsage } })
  const events = [event('response.created', { response }), ...rest]
  const text = (all: Event[]) => all.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`).join('')
  return { id: response.id, broken: text(events), whole: text([...events, completed]) }
}

eachResponseBench(({ gateway, clock, root, send, whenPaid }) => {
  let forgetful: AnsweringUpstream
  let stream = ''
  let slow: ((response: ServerResponse) => Promise<void>) | undefined
  /** How it refuses whoever asks for an answer later. */
  let refusal = 404

  beforeAll(async () => {
    forgetful = await startAnsweringUpstream(async ({ method, path }, response) => {
      if (method === 'POST' && path === '/v1/responses') {
        if (slow === undefined) response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream)
        else await slow(response)
      } else answerJson(response, refusal, { error: { message: 'unknown here', type: 'x' } })
    })
    await addRelayChannel(root(), { base_url: forgetful.url, models: 'gpt,flat', priority: 9, auto_ban: 0 })
  })
  afterAll(() => forgetful?.close())

  const rowOf = async (requestId: string | null) => {
    await gateway().plane.domain.ledger.drain()
    const { items } = (await root().get('/api/log/?p=1&page_size=100&type=2')).data
    const rows = items.filter((row: { request_id: string }) => row.request_id === requestId)
    expect(rows.length).toBeLessThan(2)
    return rows[0]
  }
  const quota = async () => {
    await gateway().plane.domain.ledger.drain()
    return (await root().get('/api/user/self')).data.quota
  }
  const free = () => gateway().plane.domain.ledger.balance(1)
  const owed = () => listOpenAnswers(gateway().plane.database)
  const payForFinished = async () => {
    clock.pass(60)
    await gateway().plane.domain.tasks.drain()
    await gateway().pollTasks()
  }

  const ask = async (body: object) => {
    clock.pass(700)
    const { text } = await send('POST', '', { model: 'gpt', input: 'Say something.', stream: true, ...body })
    return text
  }
  /** What the same answer costs whoever did not ask for it in the background. */
  const usualCost = async (told: string, body: object = {}) => {
    stream = told
    const before = await quota()
    await ask(body)
    return before - (await quota())
  }

  describe('a streamed answer of the background that its upstream does not keep', () => {
    it.each([404, 405, 410, 501])('costs what its stream gave before it broke off, once: %d', async (status) => {
      refusal = status
      const { id, broken } = streamOf(said)
      const cost = await usualCost(streamOf(said).broken)
      expect(cost).toBeGreaterThan(2)
      stream = broken
      const before = await quota()
      expect(await ask({ background: true })).toContain('"type":"error"')
      await whenPaid()
      await payForFinished()
      expect(await rowOf(`kept-1-${id}`)).toMatchObject({ quota: cost, model_name: 'gpt' })
      expect(JSON.parse((await rowOf(`kept-1-${id}`)).other)).toMatchObject({ estimated: true })
      expect([before - (await quota()), await free()]).toEqual([cost, await quota()])
    })

    it('costs what its stream told when it came to its end', async () => {
      refusal = 404
      const { id, whole } = streamOf(said)
      stream = whole
      const before = await quota()
      await ask({ background: true })
      await whenPaid()
      expect(await rowOf(`kept-1-${id}`)).toMatchObject({ quota: keptUsage.total_tokens, completion_tokens: 5 })
      expect([before - (await quota()), await free()]).toEqual([keptUsage.total_tokens, await quota()])
    })

    it('costs its tools as well, and at a fixed price nothing but them', async () => {
      const tools = [{ type: 'web_search', search_context_size: 'high' }]
      for (const model of ['gpt', 'flat']) {
        const cost = await usualCost(streamOf(said, callOfTool).broken, { model, tools })
        const { id, broken } = streamOf(said, callOfTool)
        stream = broken
        const before = await quota()
        await ask({ model, tools, background: true })
        await whenPaid()
        expect(before - (await quota())).toBe(cost)
        expect((await rowOf(`kept-1-${id}`)).quota).toBe(model === 'flat' ? 5000 : cost)
      }
    })

    it('is not given up while it is being streamed', async () => {
      const { id, broken } = streamOf(said)
      const cost = await usualCost(streamOf(said).broken)
      let end = () => {}
      const ended = new Promise<void>((resolve) => {
        end = resolve
      })
      const [head = '', ...rest] = broken.split(/(?<=\n\n)/)
      slow = async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(head)
        await ended
        response.end(rest.join(''))
      }
      const asked = ask({ background: true })
      await expect
        .poll(async () => {
          await payForFinished()
          return (await owed()).map((each) => each.id)
        })
        .toEqual([id])
      end()
      await asked
      slow = undefined
      await whenPaid()
      expect(await rowOf(`kept-1-${id}`)).toMatchObject({ quota: cost })
    })

    it('costs what it gave like any other where it has no id', async () => {
      const { broken } = streamOf(said)
      const cost = await usualCost(broken)
      expect(await usualCost(broken.replace(/"id":"resp_gone_\d+",/, ''), { background: true })).toBe(cost)
      expect(await owed()).toEqual([])
    })
  })
})
