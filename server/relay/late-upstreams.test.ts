import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody, chatEvents } from '#testing/chat-answers.ts'
import { faultCost, oneFaultBench, streamed } from '#testing/fault-bench.ts'
import { createStillClock } from '#testing/movable-clock.ts'
import { patience } from '#testing/patience.ts'
import { callPath, callRelay, type RelayAnswer } from '#testing/relay-client.ts'

const words = ['Water', ' finds', ' its', ' way.']
const events = chatEvents(words)
const pings = (count: number) => ': PING\n\n'.repeat(count)

oneFaultBench(
  ['late'],
  (bench) => {
    let late: AnsweringUpstream
    let sibling: AnsweringUpstream
    let answers: ServerResponse[]

    beforeAll(async () => {
      const { addChannel } = bench()
      late = await startAnsweringUpstream()
      sibling = await startAnsweringUpstream()
      await addChannel({ base_url: late.url, models: 'late', priority: 9 })
      await addChannel({ base_url: sibling.url, models: 'late' })
      // Before the first call: deadlines and pings are counted by intervals, which go on as a test lets time pass.
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    })
    afterAll(async () => {
      vi.useRealTimers()
      await late.close()
      await sibling.close()
    })
    beforeEach(() => {
      answers = []
      sibling.calls.length = 0
      late.does((_call, response) => {
        answers.push(response)
      })
    })

    /** For everything that tells or counts it. */
    const pass = (seconds: number) => {
      bench().clock.pass(seconds)
      vi.advanceTimersByTime(seconds * 1000)
    }

    /** Asks, and gives what the upstream was asked to answer. */
    const ask = async (body: Record<string, unknown> = {}) => {
      const { gateway, key } = bench()
      const before = answers.length
      const answering: Promise<RelayAnswer> = callRelay(gateway, key, { model: 'late', ...body })
      await vi.waitFor(() => expect(answers).toHaveLength(before + 1), patience)
      const response = answers[before]
      if (response === undefined) throw new Error('the upstream was not asked')
      return { answering, response }
    }

    /** Resolves once the gateway has read what was written before. */
    const flushed = async (response: ServerResponse, text: string) => {
      await new Promise<void>((resolve) => response.write(text, () => resolve()))
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    }

    const begin = (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      return flushed(response, '')
    }

    const setPings = async (seconds: number) => {
      const { root } = bench()
      await root.put('/api/option/', { key: 'general_setting.ping_interval_seconds', value: String(seconds || 60) })
      await root.put('/api/option/', { key: 'general_setting.ping_interval_enabled', value: String(seconds > 0) })
    }

    describe('an upstream that lets wait', () => {
      it.each([1, 30, 119])('F02: %i seconds for its first byte is waited for', async (seconds) => {
        const { answering, response } = await ask()
        pass(seconds)
        answerJson(response, 200, chatBody({ content: 'Hello.' }))
        const answer = await answering
        expect(answer.status).toBe(200)
        const row = await bench().rowOf(answer.requestId)
        expect([row.quota, row.use_time]).toEqual([faultCost, seconds])
        expect(sibling.calls).toHaveLength(0)
      })

      it.each([{}, streamed])(
        'F02: 121 seconds for it is too late: not asked again, and not charged: %j',
        async (body) => {
          const { rows } = bench()
          const before = (await rows()).total
          const { answering, response } = await ask(body)
          const closed = new Promise((resolve) => response.once('close', resolve))
          pass(121)
          const answer = await answering
          expect([answer.status, answer.json.error]).toEqual([
            504,
            {
              message: `The upstream did not respond in time (request id: ${answer.requestId})`,
              type: 'server_error',
              param: null,
              code: 'upstream_timeout',
            },
          ])
          await closed
          expect((await rows()).total).toBe(before)
          expect(sibling.calls).toHaveLength(0)
        },
      )

      it('F02: ten seconds for every word may go on for 31 minutes', async () => {
        const many = chatEvents(Array.from({ length: 184 }, (_, index) => ` ${index}`))
        const { answering, response } = await ask(streamed)
        await begin(response)
        for (const event of many.slice(0, -1)) {
          pass(10)
          await flushed(response, event)
        }
        response.end(many.at(-1))
        const answer = await answering
        expect(answer.text).toBe(many.join(''))
        const row = await bench().rowOf(answer.requestId)
        expect([row.quota, row.use_time]).toEqual([faultCost, 31 * 60])
      })

      it('F02: pings its client meanwhile where that is on', async () => {
        await setPings(10)
        const { answering, response } = await ask(streamed)
        await begin(response)
        pass(35)
        response.end(events.join(''))
        expect((await answering).text).toBe(pings(3) + events.join(''))
        const later = await ask(streamed)
        await begin(later.response)
        await flushed(later.response, events[0] ?? '')
        pass(35)
        later.response.end(events.slice(1).join(''))
        // From one word to the next, and not in the interval that the word itself was in.
        expect((await later.answering).text).toBe(events[0] + pings(2) + events.slice(1).join(''))
        await setPings(0)
        const quiet = await ask(streamed)
        await begin(quiet.response)
        pass(35)
        quiet.response.end(events.join(''))
        expect((await quiet.answering).text).toBe(events.join(''))
      })
    })

    describe('the wait for the first byte, with pings on', () => {
      beforeEach(() => setPings(10))
      afterEach(() => setPings(0))

      it('has them too, and then the answer as ever, whether it streams or comes whole', async () => {
        for (const isWhole of [false, true]) {
          const { answering, response } = await ask(streamed)
          pass(25)
          if (isWhole) answerJson(response, 200, chatBody({ content: 'Grüße.' }))
          else response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join(''))
          const answer = await answering
          expect(answer.status).toBe(200)
          expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
          expect(answer.text.startsWith(pings(2))).toBe(true)
          expect(answer.text.slice(pings(2).length)).not.toContain('PING')
          if (isWhole) expect(answer.text).toContain('Grüße.')
          else expect(answer.text).toBe(pings(2) + events.join(''))
          expect((await bench().rowOf(answer.requestId)).quota).toBe(faultCost)
        }
      })

      it('leaves an error before the first of them its status', async () => {
        const { answering, response } = await ask(streamed)
        pass(9)
        answerJson(response, 400, { error: { message: 'No such thing.', type: 'invalid_request_error' } })
        const answer = await answering
        expect([answer.status, answer.json.error.message]).toEqual([400, expect.stringContaining('No such thing.')])
      })

      it.each([
        ['/v1/chat/completions', { messages: [{ role: 'user', content: 'Hi' }] }],
        ['/v1/responses', { input: 'Hi' }],
        ['/v1/messages', { messages: [{ role: 'user', content: 'Hi' }], max_tokens: 100 }],
        ['/v1beta/models/late:streamGenerateContent?alt=sse', { contents: [{ parts: [{ text: 'Hi' }] }] }],
      ])('tells a later error once, as an event that has the right status in it: %s', async (path, body) => {
        const { gateway, key, rows } = bench()
        const before = (await rows()).total
        const asked = answers.length
        const named = path.includes('late:') ? body : { model: 'late', stream: true, ...body }
        const answering = callPath(gateway, key, path, named)
        await vi.waitFor(() => expect(answers).toHaveLength(asked + 1), patience)
        pass(11)
        const response = answers[asked]
        if (response === undefined) throw new Error('the upstream was not asked')
        answerJson(response, 400, { error: { message: 'No such thing.', type: 'invalid_request_error' } })
        const answer = await answering
        expect(answer.status).toBe(200)
        expect(answer.text.startsWith(pings(1))).toBe(true)
        expect(answer.text).toContain('No such thing.')
        expect(answer.text).toMatch(/"(?:status|code)":400/)
        expect((await rows()).total).toBe(before)
      })

      it('keeps another channel from answering no more than without them', async () => {
        const { answering, response } = await ask(streamed)
        sibling.does((_call, other) => {
          other.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join(''))
        })
        pass(11)
        answerJson(response, 500, { error: { message: 'Oh.' } })
        const answer = await answering
        expect([answer.text, sibling.calls.length]).toEqual([pings(1) + events.join(''), 1])
      })
    })

    describe('an upstream that falls silent', () => {
      const timeout = (requestId: string) => ({
        message: `The upstream did not respond in time (request id: ${requestId})`,
        type: 'server_error',
        param: null,
        code: 'upstream_timeout',
      })
      const toldBehind = (answer: RelayAnswer, passed: string, more: object = {}) => {
        expect(answer.text.slice(0, passed.length)).toBe(passed)
        const [error = '', ...rest] = answer.text.slice(passed.length).split('\n\n')
        expect(rest).toEqual(['data: [DONE]', ''])
        expect(JSON.parse(error.replace(/^data: /, '')).error).toEqual({ ...timeout(answer.requestId), ...more })
      }

      it('F03: after its head is cut off after a minute: not asked again, and not charged', async () => {
        const { rows } = bench()
        const before = (await rows()).total
        const { answering, response } = await ask(streamed)
        await begin(response)
        const closed = new Promise((resolve) => response.once('close', resolve))
        pass(59)
        expect(response.destroyed).toBe(false)
        pass(2)
        await closed
        const answer = await answering
        expect([answer.status, answer.json.error]).toEqual([504, timeout(answer.requestId)])
        expect((await rows()).total).toBe(before)
        expect(sibling.calls).toHaveLength(0)
      })

      it('F03: in the middle of a whole answer likewise', async () => {
        const { rows } = bench()
        const before = (await rows()).total
        const { answering, response } = await ask()
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        await flushed(response, '{"choices":[')
        const closed = new Promise((resolve) => response.once('close', resolve))
        pass(61)
        await closed
        const answer = await answering
        expect([answer.status, answer.json.error]).toEqual([504, timeout(answer.requestId)])
        expect((await rows()).total).toBe(before)
        expect(sibling.calls).toHaveLength(0)
      })

      it('F03: in the middle of a stream is cut off after a minute, and what came is charged by estimate', async () => {
        const { answering, response } = await ask(streamed)
        await begin(response)
        const passed = events.slice(0, 2).join('')
        await flushed(response, passed)
        const closed = new Promise((resolve) => response.once('close', resolve))
        pass(61)
        await closed
        const answer = await answering
        toldBehind(answer, passed)
        const row = await bench().rowOf(answer.requestId)
        expect(JSON.parse(row.other)).toMatchObject({ estimated: true, stream_error: 'upstream_error' })
        const { prompt, output } = await bench().estimateOf(words.slice(0, 2))
        expect([row.prompt_tokens, row.completion_tokens, row.quota]).toEqual([prompt, output, prompt + output])
      })

      it('F03: is cut off while its client is pinged, who is told in the stream', async () => {
        await setPings(10)
        const { answering, response } = await ask(streamed)
        await begin(response)
        pass(65)
        const answer = await answering
        toldBehind(answer, pings(6), { status: 504 })
        await setPings(0)
      })
    })
  },
  createStillClock(),
)
