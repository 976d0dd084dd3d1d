import { describe, expect, it } from 'vitest'
import { usageOf } from '#pricing/usage.ts'
import { replyContext } from '#testing/reply-context.ts'
import type { ChatEvent } from '../chat.ts'
import { collectReply } from '../chat-stream.ts'
import type { JsonObject } from '../json/json.ts'
import { ollamaGenerate } from '../ollama-generate/index.ts'
import { readRequest as readPrompt } from '../ollama-generate/request.ts'
import { readRequest } from './read-request.ts'
import { outlineRequest } from './request.ts'
import { createWriter } from './stream-writer.ts'
import { writeReply } from './write-reply.ts'

const user = { role: 'user', content: 'Hi.' }
const read = (fields: JsonObject = {}) => readRequest({ model: 'm', messages: [user], ...fields })

describe('asking', () => {
  it('wants a stream unless it says otherwise', () => {
    expect(read().stream).toBe(true)
    expect(read({ stream: false }).stream).toBe(false)
    expect(outlineRequest({ model: 'm', messages: [user] })).toMatchObject({ stream: true, framing: 'lines' })
  })

  it('reads how to sample from the options', () => {
    const options = { temperature: 0, top_k: 3, num_predict: 7, stop: 'END', num_ctx: 4096, repeat_penalty: 1.1 }
    expect(read({ options })).toMatchObject({ temperature: 0, topK: 3, maximumOutput: 7, stop: ['END'] })
    expect(read({ options: { num_predict: -1 } }).maximumOutput).toBeUndefined()
  })

  it('reads whether and how hard to think', () => {
    expect(read().reasoning).toBeUndefined()
    expect(read({ think: false }).reasoning).toMatchObject({ enabled: false, visible: false })
    expect(read({ think: true }).reasoning).toMatchObject({ enabled: true, effort: undefined })
    expect(read({ think: 'low' }).reasoning).toMatchObject({ enabled: true, effort: 'low' })
  })

  it('answers calls by their id, by the name of the tool, and in their order', () => {
    const call = (name: string, fields = {}) => ({ function: { name, arguments: {} }, ...fields })
    const results = (...answers: JsonObject[]) => {
      const calls = { role: 'assistant', content: '', tool_calls: [call('a', { id: 'x' }), call('b'), call('b')] }
      const asked = readRequest({
        model: 'm',
        messages: [user, calls, ...answers.map((each) => ({ role: 'tool', ...each }))],
      })
      const last = asked.messages.at(-1)
      return last?.role === 'tool' ? last.parts.map(({ callId, name }) => [callId, name]) : []
    }
    const ids = ['x', 'call_1_1', 'call_1_2']
    expect(results({ tool_name: 'b' }, { tool_call_id: 'x' }, { tool_name: 'b' })).toEqual([
      [ids[1], 'b'],
      [ids[0], 'a'],
      [ids[2], 'b'],
    ])
    expect(results({ content: '1' }, { content: '2' }, { content: '3' })).toEqual([
      [ids[0], 'a'],
      [ids[1], 'b'],
      [ids[2], 'b'],
    ])
  })

  it('knows pictures by how they begin', () => {
    for (const [data, mediaType] of [
      ['/9j/4AAQ', 'image/jpeg'],
      ['iVBORw0K', 'image/png'],
      ['R0lGODlh', 'image/gif'],
      ['UklGRiQA', 'image/webp'],
    ]) {
      const [message] = read({ messages: [{ ...user, images: [data] }] }).messages
      expect(message?.parts[1]).toEqual({ type: 'image', source: { kind: 'data', mediaType, base64: data } })
    }
  })

  it.each<[JsonObject, string]>([
    [{ messages: [{ role: 'system', content: 'Be brief.' }] }, 'messages'],
    [{ messages: [{ role: 'function' }] }, 'messages[0].role'],
    [{ messages: [{ ...user, images: [1] }] }, 'messages[0].images[0]'],
    [{ options: { num_predict: 1.5 } }, 'options.num_predict'],
    [{ options: { num_predict: -3 } }, 'options.num_predict'],
    [{ options: { stop: [1] } }, 'options.stop'],
    [{ format: 'xml' }, 'format'],
    [{ think: 'a lot' }, 'think'],
  ])('names the field that is wrong: %j', (fields, field) => {
    expect(() => outlineRequest({ model: 'm', messages: [user], ...fields })).toThrow(`${field}: `)
  })

  it('takes a raw prompt as it stands, and nothing beside it', () => {
    expect(readPrompt({ model: 'm', prompt: '<s>Hi.', raw: true })).toMatchObject({
      system: [],
      messages: [{ role: 'user', parts: [{ type: 'text', text: '<s>Hi.' }] }],
    })
    expect(() => readPrompt({ model: 'm', prompt: 'Hi.', system: 'Be brief.', raw: true })).toThrow('system: ')
  })

  it.each(['suffix', 'template', 'context'])('refuses a prompt with %s, and takes one with an empty one', (name) => {
    expect(() => readPrompt({ model: 'm', prompt: 'Hi.', [name]: [1] })).toThrow(`${name}: `)
    expect(readPrompt({ model: 'm', prompt: 'Hi.', [name]: name === 'context' ? [] : '' }).messages).toHaveLength(1)
  })
})

const events: ChatEvent[] = [
  { type: 'start', id: 'a', model: 'other', created: 1_700_000_000 },
  { type: 'reasoning', choice: 0, text: 'Hm.' },
  { type: 'text', choice: 0, text: 'Let me look.' },
  { type: 'text', choice: 1, text: 'Nobody asked.' },
  { type: 'tool_call', choice: 0, call: 0, id: 'x', name: 'look' },
  { type: 'arguments', choice: 0, call: 0, text: '{"city":' },
  { type: 'arguments', choice: 0, call: 0, text: '"Rome"}' },
  { type: 'finish', choice: 0, reason: 'tool_calls', stopSequence: undefined },
  { type: 'usage', usage: usageOf({ input: 5, cacheRead: 2, output: 3, reasoning: 1 }) },
]
const call = { id: 'x', function: { index: 0, name: 'look', arguments: { city: 'Rome' } } }
const end = { done: true, done_reason: 'stop', prompt_eval_count: 7, eval_count: 4 }

describe('answering', () => {
  it('tells a whole answer', () => {
    const { choices, ...reply } = collectReply(events)
    expect(writeReply({ ...reply, choices: choices.slice(0, 1) }, replyContext(read()))).toEqual({
      model: 'm',
      created_at: '2023-11-14T22:13:20.000Z',
      message: { role: 'assistant', content: 'Let me look.', thinking: 'Hm.', tool_calls: [call] },
      ...end,
    })
  })

  it('tells a stream as lines, calls as a whole', () => {
    const writer = createWriter(replyContext(read(), { framing: 'lines' }))
    const text = events.map((event) => writer.write([event])).join('') + writer.end()
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ message, done }) => [message, done])).toEqual([
      [{ role: 'assistant', content: '', thinking: 'Hm.' }, false],
      [{ role: 'assistant', content: 'Let me look.' }, false],
      [{ role: 'assistant', content: '', tool_calls: [call] }, false],
      [{ role: 'assistant', content: '' }, true],
    ])
    expect(lines.at(-1)).toMatchObject(end)
  })

  it('tells no thoughts to who wants none', () => {
    const writer = createWriter(replyContext(read({ think: false }), { framing: 'lines' }))
    expect(writer.write(events.slice(0, 2))).toBe('')
  })

  it('ends with an error and nothing behind it', () => {
    const { common } = ollamaGenerate
    if (common?.kind !== 'chat') throw new TypeError('prompts are conversations')
    const context = replyContext(readPrompt({ model: 'm', prompt: 'Hi.' }), { framing: 'lines' })
    const writer = common.client.createWriter(context)
    const fault = { kind: 'upstream_failed', status: 502, code: null, message: 'It broke.' } as const
    const told = writer.write(events.slice(0, 3)) + writer.fail(fault) + writer.end()
    const lines = told
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ thinking, response, error }) => thinking ?? response ?? error)).toEqual([
      'Hm.',
      'Let me look.',
      'It broke.',
    ])
  })
})
