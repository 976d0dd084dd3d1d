import { describe, expect, it } from 'vitest'
import { usageOf } from '#pricing/usage.ts'
import { replyContext } from '#testing/reply-context.ts'
import type { ChatReply } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { readReply } from './read-reply.ts'
import { readRequest } from './read-request.ts'
import { readUsage } from './reply.ts'
import { writeReply } from './write-reply.ts'

const read = (answer: JsonObject): ChatReply => readReply(Buffer.from(JSON.stringify(answer)))
const readMessage = (message: JsonObject, choice: JsonObject = {}) =>
  read({ id: 'x', choices: [{ index: 0, message, finish_reason: 'stop', ...choice }] }).choices[0]
const parts = (message: JsonObject) => readMessage(message)?.parts

const context = replyContext(readRequest({ model: 'm', messages: [] }), { model: 'asked' })

describe('reading a whole answer', () => {
  it.each(['<html>', '', '[]', '{}', '{"choices":[]}', '{"error":{"message":"no"}}'])('refuses %s', (text) => {
    expect(() => readReply(Buffer.from(text))).toThrow(/^answer: /)
  })

  it('tells the error that came in place of an answer', () => {
    expect(() => read({ base_resp: { status_code: 1008, status_msg: 'insufficient balance' } })).toThrow(
      'answer: insufficient balance',
    )
    const broken = {
      choices: [{ finish_reason: 'error', error: { message: 'overloaded' }, message: { content: 'a' } }],
    }
    expect(() => read(broken)).toThrow('answer: overloaded')
  })

  it.each([
    [{ content: 'a' }, [{ type: 'text', text: 'a' }]],
    [{ content: null }, []],
    [{ content: { a: 1 } }, [{ type: 'text', text: '{"a":1}' }]],
    [
      { content: [{ type: 'thinking', thinking: 'hm' }, { type: 'text', text: 'a' }, { type: 'reference' }] },
      [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'a' },
      ],
    ],
    [
      { content: 'a', reasoning_content: 'hm' },
      [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'a' },
      ],
    ],
    [
      { content: 'a', reasoning: 'hm' },
      [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'a' },
      ],
    ],
    [{ content: '<think>hm</think>a' }, [{ type: 'text', text: '<think>hm</think>a' }]],
    [{ content: '', refusal: 'no' }, [{ type: 'refusal', text: 'no' }]],
    [
      { content: '', images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,eA==' } }] },
      [{ type: 'image', source: { kind: 'data', mediaType: 'image/png', base64: 'eA==' } }],
    ],
    [
      { content: null, audio: { id: 'a', data: 'eA==', transcript: 'hi', expires_at: 7 } },
      [{ type: 'audio_output', id: 'a', base64: 'eA==', transcript: 'hi', expiresAt: 7 }],
    ],
    [{ content: 'a', audio: { id: '', data: '' }, function_call: { name: '' } }, [{ type: 'text', text: 'a' }]],
    [
      { content: null, function_call: { name: 'f', arguments: '{"a":1}' } },
      [{ type: 'tool_call', id: 'call_x_0_0', name: 'f', arguments: '{"a":1}' }],
    ],
    [
      { tool_calls: [{ function: { name: 'f', arguments: { a: 1 } } }, { id: 'b', function: { name: 'g' } }] },
      [
        { type: 'tool_call', id: 'call_x_0_0', name: 'f', arguments: '{"a":1}' },
        { type: 'tool_call', id: 'b', name: 'g', arguments: '{}' },
      ],
    ],
    [
      { tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'f', input: 'x' } }] },
      [{ type: 'tool_call', id: 'a', name: 'f', arguments: 'x', custom: true }],
    ],
    [
      {
        tool_calls: [{ id: 'a', function: { name: 'f' }, extra_content: { google: { thought_signature: 's' } } }],
      },
      [{ type: 'tool_call', id: 'a', name: 'f', arguments: '{}', signature: { by: 'gemini', value: 's' } }],
    ],
    [
      {
        content: 'a',
        annotations: [{ type: 'url_citation', url_citation: { url: 'u', title: 't', start_index: 1, end_index: 2 } }],
      },
      [
        { type: 'text', text: 'a' },
        { type: 'citation', url: 'u', title: 't', start: 1, end: 2 },
      ],
    ],
  ])('reads the message %j', (message, wanted) => {
    expect(parts(message)).toEqual(wanted)
  })

  it('takes the sources beside the choices for citations', () => {
    const choices = [{ message: { content: 'a' } }]
    const reply = read({ choices, citations: ['u', { url: 'v' }], search_results: [{ url: 'u', title: 't' }] })
    expect(reply.choices[0]?.parts.slice(1)).toEqual([
      { type: 'citation', url: 'u', title: 't' },
      { type: 'citation', url: 'v', title: '' },
    ])
  })

  it.each([
    ['stop', 'stop'],
    ['eos', 'stop'],
    ['', 'stop'],
    [null, 'stop'],
    [undefined, 'stop'],
    ['length', 'length'],
    ['model_length', 'length'],
    ['insufficient_system_resource', 'length'],
    ['function_call', 'tool_calls'],
    ['sensitive', 'content_filter'],
    ['constructor', 'stop'],
  ])('reads the end %s as %s', (word, finish) => {
    expect(readMessage({ content: 'a' }, { finish_reason: word })?.finish).toBe(finish)
  })

  it('takes an answer that calls tools for one that ends with them', () => {
    const message = { tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }] }
    expect(readMessage(message, { finish_reason: 'stop' })?.finish).toBe('tool_calls')
    expect(readMessage(message, { finish_reason: 'length' })?.finish).toBe('length')
  })
})

describe('reading usage of many upstreams', () => {
  it.each([
    [{ choices: [{ usage: { prompt_tokens: 3, completion_tokens: 2 } }] }, { input: 3, output: 2 }],
    [{ x_groq: { usage: { prompt_tokens: 3, completion_tokens: 2 } } }, { input: 3, output: 2 }],
    [
      { usage: { prompt_tokens: 10, completion_tokens: 2, prompt_cache_hit_tokens: 4 } },
      { input: 6, cacheRead: 4, output: 2 },
    ],
    [{ usage: { prompt_tokens: 10, completion_tokens: 2, num_cached_tokens: 4 } }, { input: 6, cacheRead: 4 }],
    [
      { usage: { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cache_write_tokens: 3 } } },
      { input: 7, cacheWrite: 3 },
    ],
    [
      {
        usage: {
          prompt_tokens: 10,
          completion_tokens: 2,
          cache_creation_input_tokens: 5,
          cache_creation: { ephemeral_1h_input_tokens: 2 },
        },
      },
      { input: 5, cacheWrite: 3, cacheWriteHour: 2 },
    ],
    [
      { usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 32, cache_read_input_tokens: 20 } },
      { input: 10, cacheRead: 20, output: 2 },
    ],
    [
      {
        usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 16, prompt_tokens_details: { audio_tokens: 5 } },
      },
      { input: 9, audioInput: 5, output: 2 },
    ],
    [
      { usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 15, reasoning_tokens: 4 } },
      { input: 9, output: 2, reasoning: 4 },
    ],
    [
      { usage: { prompt_tokens: 9, completion_tokens: 6, total_tokens: 15, reasoning_tokens: 4 } },
      { input: 9, output: 2, reasoning: 4 },
    ],
  ])('reads %j', (answer, wanted) => {
    expect(readUsage(answer)).toMatchObject(wanted)
  })
})

describe('writing a whole answer', () => {
  const reply: ChatReply = {
    id: '',
    model: 'upstream',
    created: undefined,
    serviceTier: 'default',
    usage: usageOf({ input: 3, cacheRead: 2, cacheWrite: 1, output: 4, reasoning: 5, audioOutput: 6 }),
    choices: [
      {
        index: 0,
        finish: 'tool_calls',
        stopSequence: undefined,
        logprobs: [{ token: 'a', logprob: -1 }],
        parts: [
          { type: 'reasoning', text: 'hm', signature: { by: 'anthropic', value: 's' } },
          { type: 'redacted_reasoning', data: 'd', by: 'openai', id: 'rs_1' },
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
          { type: 'image', source: { kind: 'data', mediaType: 'image/png', base64: 'eA==' } },
          { type: 'citation', url: 'u', title: 't', quote: 'q' },
          { type: 'tool_call', id: 'c', name: 'f', arguments: '', signature: { by: 'gemini', value: 'g' } },
          { type: 'tool_call', id: 'd', name: 'g', arguments: 'x', custom: true },
        ],
      },
    ],
  }

  it('has a place for every part', () => {
    expect(writeReply(reply, context)).toEqual({
      id: 'chatcmpl-new',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'asked',
      service_tier: 'default',
      choices: [
        {
          index: 0,
          finish_reason: 'tool_calls',
          logprobs: { content: [{ token: 'a', logprob: -1 }], refusal: null },
          message: {
            role: 'assistant',
            content: 'ab',
            refusal: null,
            reasoning_content: 'hm',
            reasoning_details: [
              { type: 'reasoning.text', text: 'hm', signature: 's', format: 'anthropic-claude-v1', index: 0 },
              { type: 'reasoning.encrypted', data: 'd', id: 'rs_1', format: 'openai-responses-v1', index: 1 },
              { type: 'reasoning.encrypted', data: 'g', id: 'c', format: 'google-gemini-v1', index: 2 },
            ],
            images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,eA==' } }],
            annotations: [
              {
                type: 'url_citation',
                url_citation: { start_index: 0, end_index: 0, url: 'u', title: 't', content: 'q' },
              },
            ],
            tool_calls: [
              {
                id: 'c',
                type: 'function',
                function: { name: 'f', arguments: '{}' },
                extra_content: { google: { thought_signature: 'g' } },
              },
              { id: 'd', type: 'custom', custom: { name: 'g', input: 'x' } },
            ],
          },
        },
      ],
      usage: {
        prompt_tokens: 6,
        completion_tokens: 15,
        total_tokens: 21,
        prompt_tokens_details: { cached_tokens: 2, cache_write_tokens: 1, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 5, audio_tokens: 6 },
      },
    })
  })

  it('leaves the reasoning out for clients that do not want to see it', () => {
    const request = readRequest({ model: 'm', messages: [], reasoning: { exclude: true } })
    const written = JSON.stringify(writeReply(reply, { ...context, request }))
    expect(written).not.toContain('reasoning_content')
    expect(written).not.toContain('reasoning_details')
  })

  it('says null where there is no text beside a call, a refusal or a sound, and nothing where there is none at all', () => {
    const contentOf = (...parts: ChatReply['choices'][number]['parts']) => {
      const choice = { index: 0, parts, finish: 'stop', stopSequence: undefined, logprobs: undefined } as const
      return JSON.stringify(writeReply({ ...reply, choices: [choice] }, context).choices)
    }
    expect(contentOf()).toContain('"content":""')
    expect(contentOf({ type: 'refusal', text: 'no' })).toContain('"content":null,"refusal":"no"')
    const sound = { type: 'audio_output', id: 'a', base64: 'eA==', transcript: 'hi', expiresAt: 7 } as const
    expect(contentOf(sound)).toContain('"content":null')
    expect(contentOf(sound)).toContain('"audio":{"id":"a","data":"eA==","transcript":"hi","expires_at":7}')
  })
})
