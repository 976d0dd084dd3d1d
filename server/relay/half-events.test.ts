import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatStream } from '#testing/chat-answers.ts'
import { oneGateway } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const named = (type: string, members: object = {}) => `event: ${type}\n${data({ type, ...members })}`
const used = { input_tokens: 10, output_tokens: 10 }
const message = {
  ...{ id: 'msg_1', type: 'message', status: 'completed', role: 'assistant' },
  content: [{ type: 'output_text', text: 'Water.', annotations: [] }],
}
const response = (status: string, output: object[]) => ({ id: 'resp_1', object: 'response', status, output })
const candidates = (text: string) => [{ content: { role: 'model', parts: [{ text }] }, index: 0 }]

/** A small whole answer in each dialect, and the type of a channel that speaks it. */
const spoken = {
  'openai-chat': { type: 1, stream: chatStream(['Water', '.']).toString() },
  'openai-responses': {
    type: 1,
    stream: [
      named('response.created', { sequence_number: 0, response: response('in_progress', []) }),
      named('response.output_text.delta', { sequence_number: 1, output_index: 0, content_index: 0, delta: 'Water.' }),
      named('response.output_item.done', { sequence_number: 2, output_index: 0, item: message }),
      named('response.completed', {
        sequence_number: 3,
        response: { ...response('completed', [message]), usage: { ...used, total_tokens: 20 } },
      }),
    ].join(''),
  },
  'anthropic-messages': {
    type: 14,
    stream: [
      named('message_start', { message: { id: 'msg_1', usage: { ...used, output_tokens: 1 } } }),
      named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Water.' } }),
      named('content_block_stop', { index: 0 }),
      named('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 10 } }),
      named('message_stop'),
    ].join(''),
  },
  gemini: {
    type: 24,
    stream: [
      data({ candidates: candidates('Water') }),
      data({
        candidates: candidates('.').map((each) => ({ ...each, finishReason: 'STOP' })),
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
      }),
    ].join(''),
  },
}
type Spoken = keyof typeof spoken
// seam: the keys of an object that is written out above
const dialects = Object.keys(spoken) as Spoken[]

const prompt = [{ role: 'user', content: 'Say something.' }]
const asks = {
  'openai-chat': (model: string) => ({ path: '/v1/chat/completions', body: { model, stream: true, messages: prompt } }),
  'openai-responses': (model: string) => ({ path: '/v1/responses', body: { model, stream: true, input: 'Say.' } }),
  'anthropic-messages': (model: string) => ({
    path: '/v1/messages',
    body: { model, stream: true, max_tokens: 99, messages: prompt },
  }),
  gemini: (model: string) => ({
    path: `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    body: { contents: [{ role: 'user', parts: [{ text: 'Say something.' }] }] },
  }),
  ollama: (model: string) => ({ path: '/api/chat', body: { model, stream: true, messages: prompt } }),
}

/** What a strict reader makes of events or lines; throws where one is no JSON, or has another's lines in it. */
const readStrictly = (text: string): unknown[] =>
  text
    .trimEnd()
    .split(/(?:\r?\n){2,}|(?<=\})\n(?=\{|$)/)
    .flatMap((event) => {
      if (event === '') return []
      const { value } = /^(?:event: [\w.]+\n)?(?:data: )?(?<value>.*)$/.exec(event)?.groups ?? {}
      if (value === undefined) throw new Error(`No event: ${JSON.stringify(event)}`)
      return [value === '[DONE]' ? value : JSON.parse(value)]
    })

const clock = createMovableClock()

oneGateway(
  (gateway) => {
    let upstream: AnsweringUpstream
    let key: string
    beforeAll(async () => {
      upstream = await startAnsweringUpstream()
      const root = await gateway().asRoot()
      await priceModels(root, dialects)
      for (const dialect of dialects) {
        const { type } = spoken[dialect]
        const setting = JSON.stringify(type === 1 ? { dialect } : {})
        await addRelayChannel(root, { type, base_url: upstream.url, models: dialect, setting, auto_ban: 0 })
      }
      key = (await addRelayToken(root)).key
    })
    afterAll(() => upstream?.close())
    expectSettledBooks(gateway)

    // A proxy in front of an upstream that died ends its answer like any other.
    it.each(dialects)('F01: half an event before a proper end is told to nobody: of %s', async (speaks) => {
      const stream = Buffer.from(spoken[speaks].stream)
      for (const [client, asked] of Object.entries(asks)) {
        const { path, body } = asked(speaks)
        for (let cut = 1; cut <= stream.length; cut += client === speaks ? 1 : 7) {
          clock.pass(700)
          upstream.does((_call, answer) => {
            answer.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream.subarray(0, cut))
          })
          const { status, text } = await callPath(gateway(), key, path, body)
          const place = [client, cut, status, text]
          expect(() => (status === 200 ? readStrictly(text) : JSON.parse(text)), JSON.stringify(place)).not.toThrow()
          expect([...place, status === 200 || status === 502]).toEqual([...place, true])
        }
      }
    })
  },
  undefined,
  clock,
)
