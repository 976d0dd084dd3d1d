import { describe, expect, it } from 'vitest'
import type { ChatRequest } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { readRequest } from './read-request.ts'

const hello = [{ role: 'user', content: 'hello' }]
const read = (body: JsonObject): ChatRequest => readRequest({ model: 'm', messages: hello, ...body })
const readMessages = (...messages: JsonObject[]) => read({ messages })
const picture = 'data:image/png;base64,iVBORw0KGgo='

describe('reading a request', () => {
  it('reads every option that has a place in the common form', () => {
    expect(
      read({
        stream: true,
        max_tokens: 7,
        max_completion_tokens: 9,
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
        metadata: { a: 'b' },
        service_tier: 'flex',
        prompt_cache_key: 'k',
        verbosity: 'low',
        parallel_tool_calls: false,
        modalities: ['text', 'audio'],
        audio: { voice: 'alloy', format: 'mp3' },
        prediction: { type: 'content', content: 'x' },
        store: true,
      }),
    ).toMatchObject({
      stream: true,
      maximumOutput: 9,
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      seed: 3,
      presencePenalty: 1,
      frequencyPenalty: -1,
      logitBias: { 50256: -100 },
      stop: ['a', 'b'],
      choices: 2,
      logprobs: 4,
      user: 'u',
      metadata: { a: 'b' },
      serviceTier: 'flex',
      cacheKey: 'k',
      verbosity: 'low',
      parallelTools: false,
      modalities: ['text', 'audio'],
      audioOutput: { voice: 'alloy', format: 'mp3' },
    })
  })

  it('takes null for absent, as clients send it', () => {
    const body = { temperature: null, stop: null, tools: null, tool_choice: null, response_format: null, n: null }
    expect(read(body)).toEqual(read({}))
  })

  it.each([
    [{ messages: 'x' }, 'messages'],
    [{ messages: ['x'] }, 'messages[0]'],
    [{ messages: [{ role: 'robot', content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ role: 'user', content: 7 }] }, 'messages[0].content'],
    [{ messages: [{ role: 'user', content: [{ type: 'smell' }] }] }, 'messages[0].content[0].type'],
    [{ messages: [{ role: 'user', content: [{ type: 'image_url' }] }] }, 'messages[0].content[0].image_url'],
    [{ messages: [{ role: 'user', content: [{ type: 'file', file: {} }] }] }, 'messages[0].content[0].file.file_data'],
    [{ messages: [{ role: 'system', content: [{ type: 'image_url', image_url: 'x' }] }] }, 'messages[0].content'],
    [{ messages: [{ role: 'assistant', content: [{ type: 'x' }] }] }, 'messages[0].content[0]'],
    [{ messages: [{ role: 'assistant', content: null, audio: { id: 'a' } }] }, 'messages[0].audio'],
    [{ messages: [{ role: 'assistant', tool_calls: [{}] }] }, 'messages[0].tool_calls[0].function'],
    [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].tool_call_id'],
    [{ temperature: 'hot' }, 'temperature'],
    [{ stop: [1] }, 'stop'],
    [{ n: 0 }, 'n'],
    [{ logit_bias: { a: 'x' } }, 'logit_bias.a'],
    [{ tools: [{ type: 'telepathy' }] }, 'tools[0].type'],
    [{ tools: [{ type: 'function', function: {} }] }, 'tools[0].function.name'],
    [{ tool_choice: 'perhaps' }, 'tool_choice'],
    [{ tool_choice: { type: 'function' } }, 'tool_choice'],
    [{ response_format: { type: 'xml' } }, 'response_format.type'],
    [{ response_format: { type: 'json_schema', json_schema: {} } }, 'response_format.json_schema.schema'],
    [{ reasoning_effort: 'enormous' }, 'reasoning_effort'],
    [{ modalities: ['smell'] }, 'modalities'],
    [{ audio: {} }, 'audio.voice'],
    [{ metadata: 'x' }, 'metadata'],
  ])('names the place of what is wrong: %j', (body, field) => {
    expect(() => read(body)).toThrow(`${field}: `)
  })

  it('gathers instructions from wherever they stand', () => {
    const { system, messages } = readMessages(
      { role: 'system', content: 'a' },
      { role: 'user', content: 'x' },
      { role: 'developer', content: [{ type: 'text', text: 'b', cache_control: { type: 'ephemeral', ttl: '1h' } }] },
    )
    expect(system).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b', cache: { lifetime: '1h' } },
    ])
    expect(messages).toEqual([{ role: 'user', parts: [{ type: 'text', text: 'x' }] }])
  })

  it('reads every kind of part a user may send', () => {
    const { messages } = readMessages({
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'text', text: '' },
        { type: 'image_url', image_url: { url: picture, detail: 'low' } },
        { type: 'image_url', image_url: 'https://example.com/a.png' },
        { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'mp3' } },
        { type: 'input_audio', input_audio: 'UklGRg==' },
        { type: 'video_url', video_url: { url: 'https://example.com/a.mp4' } },
        { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERg==' } },
        { type: 'file', file: { file_id: 'file-1' } },
        { type: 'file', file: { filename: 'a.txt', file_data: 'aGk=' } },
        { type: 'file', file: { filename: 'a.png', file_data: picture } },
        { type: 'document_url', document_url: 'https://example.com/a.pdf' },
      ],
    })
    expect(messages[0]?.parts).toEqual([
      { type: 'text', text: 'look' },
      { type: 'image', source: { kind: 'data', mediaType: 'image/png', base64: 'iVBORw0KGgo=' }, detail: 'low' },
      { type: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } },
      { type: 'audio', source: { kind: 'data', mediaType: 'audio/mpeg', base64: 'UklGRg==' }, format: 'mp3' },
      { type: 'audio', source: { kind: 'data', mediaType: 'audio/wav', base64: 'UklGRg==' }, format: 'wav' },
      { type: 'video', source: { kind: 'url', url: 'https://example.com/a.mp4' } },
      { type: 'document', name: 'a.pdf', source: { kind: 'data', mediaType: 'application/pdf', base64: 'JVBERg==' } },
      { type: 'document', name: undefined, source: { kind: 'file', id: 'file-1' } },
      { type: 'document', name: 'a.txt', source: { kind: 'data', mediaType: 'text/plain', base64: 'aGk=' } },
      { type: 'image', source: { kind: 'data', mediaType: 'image/png', base64: 'iVBORw0KGgo=' } },
      { type: 'document', name: undefined, source: { kind: 'url', url: 'https://example.com/a.pdf' } },
    ])
  })

  it('joins results of tools to one message and names them after their calls', () => {
    const { messages } = readMessages(
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'first', arguments: '{"x":1}' } },
          { id: 'b', type: 'custom', custom: { name: 'second', input: 'free text' } },
        ],
      },
      { role: 'tool', tool_call_id: 'b', content: 'two' },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'one' }] },
    )
    expect(messages).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'tool_call', id: 'a', name: 'first', arguments: '{"x":1}' },
          { type: 'tool_call', id: 'b', name: 'second', arguments: 'free text', custom: true },
        ],
      },
      {
        role: 'tool',
        parts: [
          {
            type: 'tool_result',
            callId: 'b',
            name: 'second',
            parts: [{ type: 'text', text: 'two' }],
            failed: false,
            custom: true,
          },
          { type: 'tool_result', callId: 'a', name: 'first', parts: [{ type: 'text', text: 'one' }], failed: false },
        ],
      },
    ])
  })

  it('finds the call of a result that names none, and of the older kind', () => {
    const { messages, tools, toolChoice } = read({
      functions: [{ name: 'f', parameters: { type: 'object' } }],
      function_call: { name: 'f' },
      messages: [
        { role: 'assistant', content: '', function_call: { name: 'f', arguments: '{}' } },
        { role: 'function', name: 'f', content: 'one' },
        { role: 'assistant', content: '', tool_calls: [{ type: 'function', function: { name: 'g', arguments: '' } }] },
        { role: 'tool', content: 'two' },
      ],
    })
    expect(tools).toMatchObject([{ name: 'f', parameters: { type: 'object' } }])
    expect(toolChoice).toEqual({ kind: 'named', name: 'f' })
    const [call, result, later, answer] = messages.map(({ parts }) => parts[0])
    expect(call).toMatchObject({ type: 'tool_call', name: 'f' })
    expect(result).toMatchObject({ callId: call?.type === 'tool_call' ? call.id : '', name: 'f' })
    expect(later).toMatchObject({ type: 'tool_call', name: 'g', arguments: '{}' })
    expect(answer).toMatchObject({ callId: later?.type === 'tool_call' ? later.id : '', name: 'g' })
  })

  it('keeps the reasoning of earlier answers with its seals', () => {
    const sealed = [
      { type: 'reasoning.text', text: 'I think', signature: 's', format: 'anthropic-claude-v1', index: 0 },
      { type: 'reasoning.encrypted', data: 'd', format: 'anthropic-claude-v1', index: 1 },
      { type: 'reasoning.encrypted', data: 'e', id: 'rs_1', format: 'openai-responses-v1', index: 2 },
      { type: 'reasoning.text', text: 'other', signature: 'x', format: 'some-other-v1' },
    ]
    const { messages } = readMessages(
      { role: 'assistant', content: 'a', reasoning_content: 'open' },
      { role: 'assistant', content: 'b', reasoning_content: 'I think', reasoning_details: sealed },
      { role: 'assistant', content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'deep' }] }, 'c'] },
      { role: 'assistant', content: 'd', reasoning: 'all', reasoning_details: [{ signature: 's' }] },
    )
    expect(messages.map(({ parts }) => parts)).toEqual([
      [
        { type: 'reasoning', text: 'open' },
        { type: 'text', text: 'a' },
      ],
      [
        { type: 'reasoning', text: 'I think', signature: { by: 'anthropic', value: 's' } },
        { type: 'redacted_reasoning', data: 'd', by: 'anthropic' },
        { type: 'redacted_reasoning', data: 'e', by: 'openai', id: 'rs_1' },
        { type: 'reasoning', text: 'other' },
        { type: 'text', text: 'b' },
      ],
      [
        { type: 'reasoning', text: 'deep' },
        { type: 'text', text: 'c' },
      ],
      [
        { type: 'reasoning', text: 'all', signature: { by: 'anthropic', value: 's' } },
        { type: 'text', text: 'd' },
      ],
    ])
  })

  it.each([
    [{ reasoning_effort: 'none' }, { enabled: false, effort: 'none' }],
    [{ reasoning_effort: 'xhigh' }, { enabled: true, effort: 'xhigh' }],
    [
      { reasoning: { effort: 'low', exclude: true } },
      { enabled: true, effort: 'low', visible: false, inDetails: true },
    ],
    [{ reasoning: { max_tokens: 2000 } }, { enabled: true, budget: 2000, visible: true, inDetails: true }],
    [{ reasoning: { enabled: false } }, { enabled: false, inDetails: true }],
    [{ thinking: { type: 'enabled', budget_tokens: 1024 } }, { enabled: true, budget: 1024, visible: true }],
    [{ thinking: { type: 'disabled' } }, { enabled: false }],
    [
      { enable_thinking: true, thinking_budget: 99 },
      { enabled: true, budget: 99, visible: true },
    ],
    [{ enable_thinking: false }, { enabled: false }],
    [{ chat_template_kwargs: { enable_thinking: false } }, { enabled: false }],
    [
      { extra_body: { google: { thinking_config: { thinking_budget: -1, include_thoughts: true } } } },
      { enabled: true, visible: true },
    ],
    [{ extra_body: { google: { thinking_config: { thinking_level: 'low' } } } }, { enabled: true, effort: 'low' }],
  ])('reads how much to think from %j', (body, wish) => {
    expect(read(body).reasoning).toEqual({ effort: undefined, budget: undefined, visible: undefined, ...wish })
  })

  it('reads tools, their choice and the search of the upstream', () => {
    const grammar = { type: 'grammar', grammar: { syntax: 'lark', definition: 'x' } }
    const { tools, toolChoice, webSearch } = read({
      tools: [
        { type: 'function', function: { name: 'a', description: 'd', parameters: { type: 'object' }, strict: true } },
        { type: 'custom', custom: { name: 'b', format: grammar } },
        { type: 'web_search', search_context_size: 'low' },
      ],
      tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [{ function: { name: 'a' } }] } },
    })
    expect(tools).toEqual([{ name: 'a', description: 'd', parameters: { type: 'object' }, strict: true }])
    expect(toolChoice).toEqual({ kind: 'required' })
    expect(webSearch).toEqual({ contextSize: 'low', location: undefined })
    const place = { type: 'approximate', approximate: { city: 'Oslo', country: 'NO' } }
    expect(read({ web_search_options: { user_location: place } }).webSearch).toEqual({
      contextSize: undefined,
      location: { type: 'approximate', city: 'Oslo', country: 'NO' },
    })
  })
})
