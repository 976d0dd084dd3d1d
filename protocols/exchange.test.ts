import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { chatOf } from '#testing/chat-dialects.ts'
import { recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { replyContext } from '#testing/reply-context.ts'
import { translateChat } from './exchange.ts'
import type { ProtocolName } from './protocol.ts'

const folders: readonly [ProtocolName, string][] = [
  ['openai-chat', 'openai-chat'],
  ['openai-responses', 'openai-responses'],
  ['anthropic-messages', 'anthropic-messages'],
  ['gemini-generate', 'gemini'],
]

const context = replyContext(
  chatOf('openai-chat').client.readRequest({ model: 'm', messages: [{ role: 'user', content: 'Say it.' }] }),
)

describe.skipIf(!recordingsPresent)('a whole answer that is translated in steps', () => {
  it.each(folders)('is the same from %s as at once, and gives way to others between them', async (dialect, folder) => {
    const { upstream } = chatOf(dialect)
    const whole = recordingsOf(folder).filter(({ streaming, response }) => !streaming && response.status === 200)
    expect(whole.length).toBeGreaterThan(5)
    for (const { id, response } of whole) {
      const bytes = Buffer.from(response.body ?? '')
      for (const [client] of folders) {
        const exchange = translateChat({ client: chatOf(client).client, upstream, context })
        let gaveWay = 0
        const inSteps = exchange.wholeInSteps?.(bytes, async () => {
          gaveWay += 1
        })
        expect([id, await inSteps]).toEqual([id, exchange.whole(bytes)])
        expect(gaveWay).toBe(4)
      }
    }
  })
})

describe('a stream that is translated', () => {
  it.each(folders)('holds no sign that some clients of %s take for the end of a line', (dialect) => {
    const words = 'one\u2028two\u2029three\u0085four'
    const chunk = (fields: object) =>
      `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, finish_reason: null, ...fields }] })}\n\n`
    const stream = Buffer.from(
      `${chunk({ delta: { content: words } })}${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`,
    )
    const { client } = chatOf(dialect)
    const tap = translateChat({ client, upstream: chatOf('openai-chat').upstream, context }).tap()
    const told = `${tap.push(stream) ?? ''}${tap.end() ?? ''}${tap.failure?.({ kind: 'upstream_failed', status: 502, code: 'x', message: words })}`
    expect(told).toContain(String.raw`one\u2028two\u2029three\u0085four`)
    expect(told).not.toMatch(/[\u0085\u2028\u2029]/)
    const { upstream } = chatOf(dialect)
    const reader = upstream.createReader(context.request)
    const read = reader.push(Buffer.from(told)).map((event) => (event.type === 'text' ? event.text : ''))
    expect(read.join('')).toBe(words)
  })
})

/** Longer than what is set aside. */
const long = 'iVBORw0KGgo+/_-='.repeat(20_000)

/** One answer of each dialect that has something of everything: text, reasoning, calls and their arguments. */
const answerOf: Readonly<Record<string, unknown>> = {
  'openai-chat': {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'm' },
    choices: [
      {
        ...{ index: 0, finish_reason: 'tool_calls' },
        message: {
          ...{ role: 'assistant', content: 'Look:', reasoning_content: 'Hm.', refusal: 'No.' },
          images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }],
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'draw', arguments: '{"what":"a cat"}' } }],
        },
      },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 },
  },
  'openai-responses': {
    ...{ id: 'resp_1', object: 'response', status: 'completed', model: 'm', created_at: 1 },
    output: [
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: 'AAAA' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Look:', annotations: [] }] },
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'draw', arguments: '{"what":"a cat"}' },
      { type: 'image_generation_call', id: 'ig_1', status: 'completed', output_format: 'png', result: 'iVBORw0KGgo=' },
    ],
    usage: { input_tokens: 3, output_tokens: 5, total_tokens: 8 },
  },
  'anthropic-messages': {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'tool_use' },
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 'AAAA' },
      { type: 'redacted_thinking', data: 'BBBB' },
      { type: 'text', text: 'Look:' },
      { type: 'tool_use', id: 'toolu_1', name: 'draw', input: { what: 'a cat', how: ['in "ink"'] } },
    ],
    usage: { input_tokens: 3, output_tokens: 5 },
  },
  'gemini-generate': {
    ...{ responseId: 'r1', modelVersion: 'm' },
    candidates: [
      {
        finishReason: 'STOP',
        content: {
          role: 'model',
          parts: [
            { text: 'Hm.', thought: true },
            { text: 'Look:' },
            { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
            { functionCall: { name: 'draw', args: { what: 'a cat' } }, thoughtSignature: 'AAAA' },
          ],
        },
      },
    ],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 5, totalTokenCount: 8 },
  },
}

/** The answer as often as it has texts and figures, each time with another of them made long. */
function* lengthened(value: unknown): Generator<unknown> {
  if (typeof value === 'string') {
    yield value.startsWith('{') ? JSON.stringify({ what: long }) : value + long
    yield `${value} "${long}" é\n`
  } else if (typeof value === 'number') {
    yield long
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      for (const longer of lengthened(member)) {
        yield Array.isArray(value) ? value.map((one) => (one === member ? longer : one)) : { ...value, [key]: longer }
      }
    }
  }
}

describe('a large answer that is translated in steps', () => {
  const outcome = async (translate: () => unknown) => {
    try {
      return await translate()
    } catch (error) {
      return error
    }
  }

  it.each(folders)('is the same from %s as at once, whatever in it is long', async (dialect) => {
    const { upstream } = chatOf(dialect)
    let shortened = 0
    for (const answer of lengthened(answerOf[dialect])) {
      const bytes = Buffer.from(JSON.stringify(answer))
      for (const [client] of folders) {
        let turns = 0
        const exchange = translateChat({ client: chatOf(client).client, upstream, context })
        const inSteps = await outcome(() =>
          exchange.wholeInSteps?.(bytes, async () => {
            turns += 1
          }),
        )
        const atOnce = await outcome(() => exchange.whole(bytes))
        expect(isDeepStrictEqual(inSteps, atOnce), `${client} of ${bytes.toString().slice(0, 400)}`).toBe(true)
        if (turns < 4) shortened += 1
      }
    }
    expect(shortened).toBeGreaterThan(20)
  })

  it('keeps the places of citations where the texts have them', async () => {
    const url_citation = { url: 'https://a.example', title: 'A', start_index: long.length, end_index: long.length + 5 }
    const message = {
      role: 'assistant',
      content: `${long} cited`,
      annotations: [{ type: 'url_citation', url_citation }],
    }
    const bytes = Buffer.from(JSON.stringify({ id: 'c', choices: [{ finish_reason: 'stop', message }] }))
    for (const [client] of folders) {
      const exchange = translateChat({
        client: chatOf(client).client,
        upstream: chatOf('openai-chat').upstream,
        context,
      })
      const inSteps = await exchange.wholeInSteps?.(bytes, async () => {})
      expect(isDeepStrictEqual(inSteps, exchange.whole(bytes)), client).toBe(true)
    }
  })
})
