import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatEvents } from '#testing/chat-answers.ts'
import { oneFaultBench } from '#testing/fault-bench.ts'
import { createStillClock } from '#testing/movable-clock.ts'
import { patience } from '#testing/patience.ts'
import { callPath, prompt, type RelayAnswer } from '#testing/relay-client.ts'

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const named = (type: string, members: object = {}) => `event: ${type}\n${data({ type, ...members })}`
const usage = { input_tokens: 10, output_tokens: 10, total_tokens: 20 }

type Spoken = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini'
type Stream = {
  type: number
  /** A whole answer in pieces, the last of which is its end mark. */
  events: readonly string[]
  /** Events that say nothing. */
  fillers: readonly string[]
  error: (problem: { type: string; code: number; message: string }) => string
}

const message = { id: 'msg_1', type: 'message', role: 'assistant', usage: { input_tokens: 10, output_tokens: 1 } }
const responseOf = (status: string) => ({ id: 'resp_1', object: 'response', status, output: [] })

const streams: Readonly<Record<Spoken, Stream>> = {
  'openai-chat': {
    type: 1,
    events: chatEvents(['Water']),
    fillers: [
      ': PROCESSING\n\n',
      data({ id: 'c', choices: [{ index: 0, delta: { content: '' }, finish_reason: null }] }),
    ],
    error: (error) => data({ error }),
  },
  'openai-responses': {
    type: 1,
    events: [
      named('response.created', { sequence_number: 0, response: responseOf('in_progress') }),
      named('response.output_text.delta', { sequence_number: 1, output_index: 0, content_index: 0, delta: 'Water' }),
      named('response.completed', { sequence_number: 2, response: { ...responseOf('completed'), usage } }),
    ],
    fillers: [':\n\n', named('response.in_progress', { response: responseOf('in_progress') })],
    error: ({ type, message }) => named('error', { sequence_number: 0, code: type, message, param: null }),
  },
  'anthropic-messages': {
    type: 14,
    events: [
      named('message_start', { message }),
      named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Water' } }),
      named('content_block_stop', { index: 0 }),
      named('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 10 } }),
      named('message_stop'),
    ],
    fillers: [': keep-alive\n\n', named('ping')],
    error: (error) => named('error', { error }),
  },
  gemini: {
    type: 24,
    events: [
      data({ candidates: [{ content: { role: 'model', parts: [{ text: 'Water' }] }, index: 0 }] }),
      data({
        candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
      }),
    ],
    fillers: [': wait\n\n', data({ candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, index: 0 }] })],
    error: (error) => data({ error }),
  },
}
const dialects = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini'] as const

const contents = [{ role: 'user', parts: [{ text: 'Say something.' }] }]
const asks: Readonly<Record<Spoken, (model: string) => { path: string; body: object }>> = {
  'openai-chat': (model) => ({ path: '/v1/chat/completions', body: { model, stream: true, ...prompt } }),
  'openai-responses': (model) => ({
    path: '/v1/responses',
    body: { model, stream: true, store: false, input: prompt.messages },
  }),
  'anthropic-messages': (model) => ({ path: '/v1/messages', body: { model, stream: true, max_tokens: 99, ...prompt } }),
  gemini: (model) => ({ path: `/v1beta/models/${model}:streamGenerateContent?alt=sse`, body: { contents } }),
}

const pairs = dialects.flatMap((speaks) => dialects.map((spoken) => ({ speaks, spoken })))

oneFaultBench(
  dialects.flatMap((spoken) => [spoken, `backed-${spoken}`]),
  (bench) => {
    let upstream: AnsweringUpstream
    let sibling: AnsweringUpstream
    const channels: number[] = []

    beforeAll(async () => {
      const { addChannel } = bench()
      upstream = await startAnsweringUpstream()
      sibling = await startAnsweringUpstream()
      for (const spoken of dialects) {
        const { type } = streams[spoken]
        const fields = { type, ...(type === 1 ? { setting: JSON.stringify({ dialect: spoken }) } : {}) }
        const models = `${spoken},backed-${spoken}`
        channels.push(await addChannel({ ...fields, base_url: upstream.url, models, priority: 9 }))
        channels.push(await addChannel({ ...fields, base_url: sibling.url, models: `backed-${spoken}` }))
      }
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    })
    afterAll(async () => {
      vi.useRealTimers()
      await upstream.close()
      await sibling.close()
    })
    beforeEach(() => {
      const { domain } = bench().gateway.plane
      for (const channel of channels) domain.health.forget(channel)
      for (let calls = 0; calls < 100; calls += 1) domain.retryBudget.earn()
    })

    const ask = (speaks: Spoken, model: string): Promise<RelayAnswer> => {
      const { path, body } = asks[speaks](model)
      return callPath(bench().gateway, bench().key, path, body)
    }

    const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
    const closed = (response: ServerResponse) => new Promise<void>((resolve) => response.once('close', () => resolve()))

    it.each(dialects)('F04: a stream of %s that stays open behind its end ends for all', async (spoken) => {
      const { events, fillers } = streams[spoken]
      const left: Promise<void>[] = []
      upstream.does((_call, response) => {
        left.push(closed(response))
        begin(response).write(events.join(''))
        // Pings behind the end keep nobody.
        const pinging = setTimeout(() => response.write(fillers[0]), 200)
        response.once('close', () => clearTimeout(pinging))
      })
      const answers = await Promise.all(dialects.map((speaks) => ask(speaks, spoken)))
      await Promise.all(left)
      for (const answer of answers) {
        expect(answer.status).toBe(200)
        expect(answer.text).not.toMatch(/"error":\{|event: error/)
        expect(answer.text).toContain('Water')
        const row = await bench().rowOf(answer.requestId)
        expect([row.quota, JSON.parse(row.other).stream_error]).toEqual([20, undefined])
      }
    })

    it('F04: usage that comes behind the end mark counts', async () => {
      const [word = '', reason = '', used = '', mark = ''] = chatEvents(['Water'])
      upstream.does((_call, response) => {
        begin(response).write(word + reason + mark)
        response.write(used)
      })
      const answer = await ask('openai-chat', 'openai-chat')
      expect(answer.text).toBe(word + reason + mark + used)
      expect((await bench().rowOf(answer.requestId)).quota).toBe(20)
    })

    describe('a stream of nothing but pings', () => {
      const pass = (seconds: number) => {
        bench().clock.pass(seconds)
        vi.advanceTimersByTime(seconds * 1000)
      }
      const flushed = async (response: ServerResponse, text: string) => {
        await new Promise<void>((resolve) => response.write(text, () => resolve()))
        for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      }
      const cases = pairs.flatMap((pair) => [0, 1].map((filler) => ({ ...pair, filler })))

      it.each(cases)(
        'F03: is given up after five minutes: $spoken for $speaks, filler $filler',
        async ({ speaks, spoken, filler }) => {
          const { events, fillers } = streams[spoken]
          let response: ServerResponse | undefined
          upstream.does((_call, answering) => {
            response = answering
          })
          const answering = ask(speaks, spoken)
          await vi.waitFor(() => expect(response).toBeDefined(), patience)
          if (response === undefined) throw new Error('the upstream was not asked')
          const gone = closed(response)
          begin(response)
          await flushed(
            response,
            events
              .slice(0, events.length < 3 ? 1 : 3)
              .join('')
              .replace(/.*"finish_reason":"stop".*/, ''),
          )
          const asked = sibling.calls.length
          for (let passed = 0; passed < 280; passed += 14) {
            expect([passed, response.destroyed]).toEqual([passed, false])
            await flushed(response, fillers[filler] ?? '')
            pass(14)
          }
          for (let passed = 0; passed < 56 && !response.destroyed; passed += 14) {
            await flushed(response, fillers[filler] ?? '')
            pass(14)
          }
          await gone
          const answer = await answering
          expect(answer.text).toContain('Water')
          expect(answer.text).toContain('The upstream did not respond in time')
          expect(sibling.calls.length).toBe(asked)
          const row = await bench().rowOf(answer.requestId)
          expect(JSON.parse(row.other).stream_error).toBe('upstream_error')
          expect(row.completion_tokens).toBeGreaterThan(0)
        },
      )

      it('F03: does not end while words come, however far apart', async () => {
        let response: ServerResponse | undefined
        upstream.does((_call, answering) => {
          response = answering
        })
        const answering = ask('openai-chat', 'openai-chat')
        await vi.waitFor(() => expect(response).toBeDefined(), patience)
        if (response === undefined) throw new Error('the upstream was not asked')
        begin(response)
        const [word = '', ...rest] = chatEvents(['Water'])
        for (let turn = 0; turn < 24; turn += 1) {
          await flushed(response, turn % 4 === 0 ? word : ': PROCESSING\n\n')
          pass(50)
        }
        response.end(rest.join(''))
        expect(JSON.parse((await bench().rowOf((await answering).requestId)).other).stream_error).toBeUndefined()
      })
    })

    describe('an error in the place of the first event', () => {
      const overloaded = { type: 'overloaded_error', code: 529, message: 'Overloaded' }
      const says =
        (does: (response: ServerResponse, text: string) => void, text: string): Answer =>
        (_call, response) =>
          does(response, text)
      const ways: Readonly<Record<string, (response: ServerResponse, text: string) => void>> = {
        'with a status of success': (response, text) =>
          void response.writeHead(200, { 'content-type': 'text/event-stream', 'retry-after': '7' }).end(text),
        'with its own status': (response, text) =>
          void response.writeHead(529, { 'content-type': 'text/event-stream', 'retry-after': '7' }).end(text),
        'in a stream that stays open': (response, text) =>
          void response.writeHead(200, { 'content-type': 'text/event-stream', 'retry-after-ms': '6500' }).write(text),
      }
      const cases = pairs.flatMap((pair) => Object.keys(ways).map((way) => ({ ...pair, way })))

      it.each(cases)(
        'F07: keeps its status and its wait: $spoken for $speaks $way',
        async ({ speaks, spoken, way }) => {
          const does = ways[way] ?? (() => {})
          upstream.does(says(does, streams[spoken].error(overloaded)))
          const answer = await ask(speaks, spoken)
          const status = speaks === 'anthropic-messages' ? 529 : 503
          expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '7'])
          sibling.does((_call, response) => void begin(response).end(streams[spoken].events.join('')))
          const backed = await ask(speaks, `backed-${spoken}`)
          expect([backed.status, backed.text.includes('Water')]).toEqual([200, true])
        },
      )
    })
  },
  createStillClock(),
)
