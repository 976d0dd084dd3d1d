import { describe, expect, it } from 'vitest'
import type { ChatRequest, ChatTarget } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { readRequest } from './read-request.ts'
import { writeRequest } from './write-request.ts'

const hello = [{ role: 'user', content: 'hello' }]
const read = (body: JsonObject): ChatRequest => readRequest({ model: 'm', messages: hello, ...body })
const target: ChatTarget = { model: 'upstream', defaultMaximumOutput: 4096, fetchesUrls: true }
const write = (request: Partial<ChatRequest>, to: Partial<ChatTarget> = {}): JsonObject =>
  writeRequest({ ...read({}), ...request }, { ...target, ...to })
const messagesOf = (request: Partial<ChatRequest>, to: Partial<ChatTarget> = {}) => write(request, to).messages

describe('writing a request', () => {
  it('says everything that this dialect has words for', () => {
    const request = read({
      stream: true,
      max_tokens: 9,
      temperature: 0.5,
      top_p: 0.9,
      top_k: 40,
      seed: 3,
      presence_penalty: 1,
      frequency_penalty: -1,
      logit_bias: { 50256: -100 },
      stop: ['a', 'b'],
      n: 2,
      logprobs: true,
      top_logprobs: 4,
      user: 'u',
      service_tier: 'flex',
      prompt_cache_key: 'k',
      verbosity: 'low',
      modalities: ['text', 'audio'],
      audio: { voice: 'alloy', format: 'mp3' },
      reasoning_effort: 'high',
      response_format: { type: 'json_schema', json_schema: { name: 's', schema: { type: 'object' }, strict: true } },
      web_search_options: {
        search_context_size: 'high',
        user_location: { type: 'approximate', approximate: { city: 'Oslo' } },
      },
      tools: [
        { type: 'function', function: { name: 'a', description: 'd', parameters: { type: 'object' }, strict: false } },
        { type: 'custom', custom: { name: 'b', description: 'e', format: { type: 'text' } } },
      ],
      tool_choice: { type: 'custom', custom: { name: 'b' } },
      parallel_tool_calls: false,
    })
    const written = writeRequest(request, target)
    expect(written).toMatchObject({ model: 'upstream', max_tokens: 9, stream_options: { include_usage: true } })
    expect(readRequest({ ...written, model: 'm' })).toEqual(request)
  })

  it('leaves out what nobody asked for', () => {
    expect(write({})).toEqual({ model: 'upstream', messages: [{ role: 'user', content: 'hello' }] })
  })

  it('does not ask for what a vendor would only take along with keeping the answer', () => {
    expect(write({ metadata: { a: 'b' }, serviceTier: 'standard_only', toolChoice: { kind: 'auto' } })).toEqual(
      write({}),
    )
  })

  it('writes at most four stop sequences, and one as text', () => {
    expect(write({ stop: ['a'] }).stop).toBe('a')
    expect(write({ stop: ['a', 'b', 'c', 'd', 'e'] }).stop).toEqual(['a', 'b', 'c', 'd'])
  })

  it.each([
    [{ enabled: true, effort: undefined, budget: undefined }, 'medium'],
    [{ enabled: true, effort: undefined, budget: 1024 }, 'low'],
    [{ enabled: true, effort: 'max', budget: undefined }, 'max'],
    [{ enabled: false, effort: undefined, budget: undefined }, 'none'],
  ] as const)('writes how much to think: %j', (wish, effort) => {
    expect(write({ reasoning: { ...wish, visible: undefined } }).reasoning_effort).toBe(effort)
  })

  it('joins instructions to one message', () => {
    const system = [
      { type: 'text' as const, text: 'a' },
      { type: 'text' as const, text: 'b', cache: { lifetime: undefined } },
    ]
    expect(messagesOf({ system, messages: [] })).toEqual([{ role: 'system', content: 'a\nb' }])
    expect(messagesOf({ system, messages: [] }, { signer: 'anthropic' })).toEqual([
      {
        role: 'system',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b', cache_control: { type: 'ephemeral' } },
        ],
      },
    ])
  })

  it('shows pictures of tools in what the user says next, and says that a tool failed', () => {
    const image = { type: 'image' as const, source: { kind: 'data' as const, mediaType: 'image/png', base64: 'eA==' } }
    const result = { type: 'tool_result' as const, name: 'f', failed: false }
    expect(
      messagesOf({
        messages: [
          { role: 'assistant', parts: [{ type: 'tool_call', id: 'a', name: 'f', arguments: '' }] },
          {
            role: 'tool',
            parts: [
              { ...result, callId: 'a', parts: [{ type: 'text', text: 'here' }, image] },
              { ...result, callId: 'b', parts: [{ type: 'text', text: 'no' }], failed: true },
            ],
          },
          { role: 'user', parts: [{ type: 'text', text: 'well?' }] },
        ],
      }),
    ).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      {
        role: 'tool',
        tool_call_id: 'a',
        content: 'here\n(The image or file of this result follows in the next message.)',
      },
      { role: 'tool', tool_call_id: 'b', content: 'Error: no' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,eA==' } },
          { type: 'text', text: 'well?' },
        ],
      },
    ])
  })

  it('shows a picture of the model itself in a message of its own when nobody speaks next', () => {
    const source = { kind: 'url' as const, url: 'https://example.com/a.png' }
    expect(messagesOf({ messages: [{ role: 'assistant', parts: [{ type: 'image', source }] }] })).toEqual([
      { role: 'assistant', content: '' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: source.url } }] },
    ])
  })

  it('writes text files as text and others as files', () => {
    const data = (mediaType: string, base64: string) => ({ kind: 'data' as const, mediaType, base64 })
    expect(
      messagesOf({
        messages: [
          {
            role: 'user',
            parts: [
              { type: 'document', name: 'a.txt', source: data('text/plain', 'aGk=') },
              { type: 'document', name: undefined, source: data('application/pdf', 'JVBERg==') },
              { type: 'document', name: undefined, source: { kind: 'file', id: 'file-1' } },
              { type: 'audio', source: data('audio/wav', 'UklGRg=='), format: 'wav' },
              { type: 'video', source: { kind: 'url', url: 'https://example.com/a.mp4' } },
            ],
          },
        ],
      }),
    ).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a.txt:\nhi' },
          { type: 'file', file: { filename: 'document.pdf', file_data: 'data:application/pdf;base64,JVBERg==' } },
          { type: 'file', file: { file_id: 'file-1' } },
          { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
          { type: 'video_url', video_url: { url: 'https://example.com/a.mp4' } },
        ],
      },
    ])
  })

  it.each([
    { type: 'image', source: { kind: 'file', id: 'x' } },
    { type: 'audio', source: { kind: 'url', url: 'https://example.com/a.wav' }, format: 'wav' },
    { type: 'video', source: { kind: 'file', id: 'x' } },
  ] as const)('refuses what it cannot show: %j', (part) => {
    expect(() => messagesOf({ messages: [{ role: 'user', parts: [part] }] })).toThrow(/^messages: /)
  })

  it('sends seals to their signer alone, and what was thought openly to anyone', () => {
    const messages: ChatRequest['messages'] = [
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'I think', signature: { by: 'anthropic', value: 's' } },
          { type: 'redacted_reasoning', data: 'd', by: 'anthropic' },
          { type: 'text', text: 'x' },
          { type: 'tool_call', id: 'a', name: 'f', arguments: '{}', signature: { by: 'gemini', value: 'g' } },
        ],
      },
    ]
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }
    const open = { role: 'assistant', content: 'x', reasoning_content: 'I think' }
    expect(messagesOf({ messages })).toEqual([{ ...open, tool_calls: [call] }])
    expect(messagesOf({ messages }, { signer: 'anthropic' })).toEqual([
      {
        ...open,
        reasoning_details: [
          { type: 'reasoning.text', text: 'I think', signature: 's', format: 'anthropic-claude-v1', index: 0 },
          { type: 'reasoning.encrypted', data: 'd', format: 'anthropic-claude-v1', index: 1 },
        ],
        tool_calls: [call],
      },
    ])
    expect(messagesOf({ messages }, { signer: 'gemini' })).toEqual([
      {
        ...open,
        reasoning_details: [{ type: 'reasoning.encrypted', data: 'g', id: 'a', format: 'google-gemini-v1', index: 0 }],
        tool_calls: [{ ...call, extra_content: { google: { thought_signature: 'g' } } }],
      },
    ])
  })

  it('writes a grammar from another dialect one level deeper', () => {
    const custom = { format: { type: 'grammar', syntax: 'lark', definition: 'x' } }
    const tool = { name: 'b', description: undefined, parameters: undefined, strict: undefined, custom }
    expect(write({ tools: [tool] }).tools).toEqual([
      {
        type: 'custom',
        custom: { name: 'b', format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'x' } } },
      },
    ])
  })
})
