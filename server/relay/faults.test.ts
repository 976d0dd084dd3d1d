import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody, chatEvents } from '#testing/chat-answers.ts'
import { eachFaultBench, faultCost, streamed, faultStream as whole, faultWords as words } from '#testing/fault-bench.ts'
import { callRelay, prompt } from '#testing/relay-client.ts'

const events = chatEvents(words)
/** Where each event of the stream ends. */
const ends = events.map((_, position) => Buffer.byteLength(events.slice(0, position + 1).join('')))
/** How many events are whole among the first bytes. */
const wholeEvents = (bytes: number): number => ends.filter((end) => end <= bytes).length
const usageEnds = ends.at(-2) ?? 0

/** Sends the beginning of the stream, and hangs up once it is on its way. */
const sendCut = (bytes: number): Answer => {
  return async (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(whole.subarray(0, bytes))
    await new Promise((resolve) => setImmediate(resolve))
    response.destroy()
  }
}

eachFaultBench(['backed'], (bench) => {
  /** What the prompt and the first words, as many as the place says, cost together. */
  const costs: number[] = []

  beforeAll(async () => {
    for (let told = 0; told <= words.length; told += 1) {
      const { prompt, output } = await bench().estimateOf(words.slice(0, told))
      costs.push(prompt + output)
    }
  })

  describe('a stream that breaks off at any byte', () => {
    const offsets = Array.from({ length: 40 }, (_, step) => Math.floor((step * whole.length) / 40))
    offsets.push(usageEnds)

    it('F01: is answered by the next channel and charged once while nothing of it was told', async () => {
      const { upstream, rows, rowOf, addChannel, gateway, key, clock, root } = bench()
      const sound = await startAnsweringUpstream((_call, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(whole)
      })
      const broken = await addChannel({ base_url: upstream.url, models: 'backed', priority: 9 })
      const backing = await addChannel({ base_url: sound.url, models: 'backed' })
      const places = offsets.filter((offset) => wholeEvents(offset) === 0)
      expect(places.length).toBeGreaterThan(5)
      const breaks: [string, Answer][] = [
        ['before its head', (_call, response) => void response.destroy()],
        ['before its head, by a reset', (_call, response) => void response.socket?.resetAndDestroy()],
        ...places
          .map((offset) => [`at ${offset}`, sendCut(offset)] as const)
          .map((each) => [...each] as [string, never]),
      ]
      for (const [place, breakOff] of breaks) {
        clock.pass(700)
        upstream.does(breakOff)
        const before = (await rows()).total
        const answer = await callRelay(gateway, key, { model: 'backed', ...streamed })
        expect([place, answer.status, answer.text]).toEqual([place, 200, whole.toString()])
        expect((await rows()).total).toBe(before + 1)
        const row = await rowOf(answer.requestId)
        expect([row.quota, row.channel]).toEqual([faultCost, backing])
        expect(JSON.parse(row.other).admin_info.attempts).toMatchObject([
          { channel: broken, status: 502 },
          { channel: backing, status: 200 },
        ])
      }
      for (const id of [broken, backing]) await root.remove(`/api/channel/${id}`)
      await sound.close()
    })

    it('F01: without another channel is a 502 that costs nothing while nothing of it was told', async () => {
      const { upstream, rows, call, clock } = bench()
      const before = (await rows()).total
      for (const offset of offsets.filter((each) => wholeEvents(each) === 0)) {
        clock.pass(700)
        upstream.does(sendCut(offset))
        const answer = await call(streamed)
        expect([offset, answer.status, answer.json.error.code]).toEqual([offset, 502, 'upstream_unreachable'])
      }
      expect((await rows()).total).toBe(before)
    })

    it('F01 I9: ends with an error after the words that came, which are charged with the prompt', async () => {
      const { upstream, call, rowOf, clock } = bench()
      for (const offset of offsets.filter((each) => wholeEvents(each) > 0)) {
        clock.pass(700)
        upstream.does(sendCut(offset))
        const answer = await call(streamed)
        // From the reason of the end on nothing is told before it is charged.
        const told = Math.min(wholeEvents(offset), words.length)
        const passed = events.slice(0, told).join('')
        expect([offset, answer.status, answer.text.slice(0, passed.length)]).toEqual([offset, 200, passed])
        const [error, mark, ...more] = answer.text.slice(passed.length).split('\n\n')
        expect(JSON.parse(error?.replace(/^data: /, '') ?? '').error).toEqual({
          message: `The upstream ended the response early (request id: ${answer.requestId})`,
          type: 'server_error',
          param: null,
          code: 'upstream_broke_off',
        })
        expect([mark, more]).toEqual(['data: [DONE]', ['']])
        const row = await rowOf(answer.requestId)
        const quota = offset >= usageEnds ? faultCost : costs[told]
        expect([offset, row.quota, row.prompt_tokens + row.completion_tokens]).toEqual([offset, quota, quota])
        expect(JSON.parse(row.other).stream_error).toBe('upstream_error')
      }
    })
  })

  describe('a client that leaves', () => {
    it('F10: with its request still half sent costs nothing, and no upstream hears of it', async () => {
      const { upstream, rows } = bench()
      upstream.does((_call, response) => answerJson(response, 200, chatBody({ content: 'Hello.' })))
      const [before, asked] = [(await rows()).total, upstream.calls.length]
      for (let turn = 0; turn < 20; turn += 1) {
        const request = begin('', { 'content-length': '500' })
        await once(request, 'socket')
        await new Promise<void>((resolve) => request.write('{"model":"sole",', () => resolve()))
        request.destroy()
      }
      // A call that is answered afterwards shows that those were dealt with.
      await bench().call()
      expect([(await rows()).total, upstream.calls.length]).toEqual([before + 1, asked + 1])
    })

    it('F10: at any byte of the answer pays for what came, once, and holds nothing after', async () => {
      const { upstream, rows, gateway, root } = bench()
      const before = (await rows()).total
      upstream.does(({ body }, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        // The rest never comes: only that the client is gone can end this.
        response.write(whole.subarray(0, Number(body.seed)))
      })
      const places = Array.from({ length: whole.length - 1 }, (_, step) => step + 1)
      const left: { sent: number; requestId: string | undefined }[] = []
      for (let first = 0; first < places.length; first += batch) {
        left.push(...(await Promise.all(places.slice(first, first + batch).map(leaveAt))))
      }
      await expect.poll(async () => (await rows()).total - before).toBe(places.length)
      const charged = new Map((await allRows(places.length)).map((row) => [row.request_id, row.quota]))
      for (const { sent, requestId } of left) {
        if (requestId === undefined) continue
        const told = Math.min(wholeEvents(sent), words.length)
        const quota = sent >= usageEnds ? faultCost : costs[told]
        expect([sent, charged.get(requestId)]).toEqual([sent, quota])
        charged.delete(requestId)
      }
      // Those that left before the first event pay for the prompt.
      expect([...charged.values()].every((quota) => quota === costs[0])).toBe(true)
      expect(await gateway.plane.domain.ledger.balance(1)).toBe((await root.get('/api/user/self')).data.quota)
    })

    it('F10: in the second of five that a whole answer takes pays for all of it', async () => {
      const { upstream, rows } = bench()
      const before = (await rows()).total
      let answer = () => {}
      upstream.does(async (_call, response) => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        answerJson(response, 200, chatBody({ content: 'Hello.' }))
      })
      const asked = upstream.calls.length
      const request = begin(JSON.stringify({ ...prompt, model: 'sole' }))
      await expect.poll(() => upstream.calls.length).toBe(asked + 1)
      request.destroy()
      await new Promise((resolve) => request.once('close', resolve))
      answer()
      await expect.poll(async () => (await rows()).total).toBe(before + 1)
      expect((await rows()).items[0].quota).toBe(faultCost)
    })

    const batch = 24

    const begin = (body: string, headers: Record<string, string> = {}) => {
      const { gateway, key } = bench()
      const request = httpRequest(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        agent: false,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      })
      request.on('error', () => {})
      if (body !== '') request.end(body)
      return request
    }

    /** Reads all events that the upstream sends whole, then hangs up. */
    const leaveAt = async (sent: number): Promise<{ sent: number; requestId: string | undefined }> => {
      const { upstream } = bench()
      // The end of a stream is held back until its charge is durable, so no more than the words can be waited for.
      const told = Math.min(words.length, wholeEvents(sent))
      const request = begin(JSON.stringify({ ...prompt, ...streamed, model: 'sole', seed: sent }))
      if (told === 0) {
        // No event is whole, so the client gets nothing: it leaves once its call is under way.
        while (!upstream.calls.some(({ body }) => body.seed === sent)) await new Promise(setImmediate)
        request.destroy()
        return { sent, requestId: undefined }
      }
      const [response]: IncomingMessage[] = await once(request, 'response')
      let text = ''
      for await (const chunk of response ?? []) {
        text += String(chunk)
        if (text.split('\n\n').length - 1 >= told) break
      }
      request.destroy()
      return { sent, requestId: String(response?.headers['x-request-id']) }
    }

    const allRows = async (count: number) => {
      const { root } = bench()
      const pages = Math.ceil(count / 100)
      const lists = []
      for (let page = 1; page <= pages; page += 1) {
        lists.push(...(await root.get(`/api/log/?page_size=100&type=2&p=${page}`)).data.items)
      }
      return lists.slice(0, count)
    }
  })
})
