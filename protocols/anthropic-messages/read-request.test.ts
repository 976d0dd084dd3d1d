import { describe, expect, it } from 'vitest'
import { readRequest } from './read-request.ts'

const messages = [{ role: 'user', content: 'hello' }]
const read = (body: Record<string, unknown>) => readRequest({ model: 'm', max_tokens: 10, messages, ...body })
const turn = (content: unknown, role = 'user') => read({ messages: [{ role, content }] }).messages[0]?.parts

describe('reading a request', () => {
  it('reads the plain fields', () => {
    const request = read({
      system: 'be brief',
      temperature: 0.5,
      top_p: 0.9,
      top_k: 5,
      stop_sequences: ['END'],
      stream: true,
      metadata: { user_id: 'u' },
      service_tier: 'standard_only',
    })
    expect(request).toMatchObject({
      system: [{ type: 'text', text: 'be brief' }],
      maximumOutput: 10,
      temperature: 0.5,
      topP: 0.9,
      topK: 5,
      stop: ['END'],
      stream: true,
      user: 'u',
      serviceTier: 'default',
    })
  })

  it('puts the results of tools ahead of the words of the same turn, with the names of their calls', () => {
    const request = read({
      messages: [
        { role: 'user', content: 'weather?' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'weather', input: { city: 'Rome' } }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'sun' }], is_error: true },
            { type: 'text', text: 'and now?', cache_control: { type: 'ephemeral', ttl: '1h' } },
          ],
        },
      ],
    })
    expect(request.messages.slice(1)).toEqual([
      { role: 'assistant', parts: [{ type: 'tool_call', id: 't1', name: 'weather', arguments: '{"city":"Rome"}' }] },
      {
        role: 'tool',
        parts: [
          {
            type: 'tool_result',
            callId: 't1',
            name: 'weather',
            parts: [{ type: 'text', text: 'sun' }],
            failed: true,
          },
        ],
      },
      { role: 'user', parts: [{ type: 'text', text: 'and now?', cache: { lifetime: '1h' } }] },
    ])
  })

  it('reads pictures and documents from wherever they are', () => {
    expect(
      turn([
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QQ==' } },
        { type: 'image', source: { type: 'url', url: 'https://x/y.png' } },
        { type: 'document', title: 'a', source: { type: 'file', file_id: 'file_1' } },
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'words' } },
        { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'more' }] } },
        { type: 'search_result', title: 't', source: 's', content: [{ type: 'text', text: 'found' }] },
      ]),
    ).toEqual([
      { type: 'image', source: { kind: 'data', mediaType: 'image/png', base64: 'QQ==' } },
      { type: 'image', source: { kind: 'url', url: 'https://x/y.png' } },
      { type: 'document', name: 'a', source: { kind: 'file', id: 'file_1' } },
      { type: 'document', name: undefined, source: { kind: 'text', text: 'words' } },
      { type: 'document', name: undefined, source: { kind: 'text', text: 'more' } },
      { type: 'text', text: 't\ns\nfound' },
    ])
  })

  it('knows whose seal a piece of thinking carries', () => {
    expect(
      turn(
        [
          { type: 'thinking', thinking: 'a', signature: 'c2VhbA==' },
          { type: 'thinking', thinking: 'b', signature: 'foreign:openai:rs%3A1::c2VhbDI=' },
          { type: 'thinking', thinking: 'c', signature: '' },
          { type: 'redacted_thinking', data: 'ZGF0YQ==' },
          { type: 'redacted_thinking', data: 'foreign:openai:rs_2::ZGF0YTI=' },
          { type: 'redacted_thinking', data: 'foreign:gemini::t1:bWFyaw==' },
          { type: 'tool_use', id: 't1', name: 'n', input: {} },
        ],
        'assistant',
      ),
    ).toEqual([
      { type: 'reasoning', text: 'a', signature: { by: 'anthropic', value: 'c2VhbA==' } },
      { type: 'reasoning', text: 'b', signature: { by: 'openai', value: 'c2VhbDI=' }, id: 'rs:1' },
      { type: 'reasoning', text: 'c' },
      { type: 'redacted_reasoning', data: 'ZGF0YQ==', by: 'anthropic' },
      { type: 'redacted_reasoning', data: 'ZGF0YTI=', by: 'openai', id: 'rs_2' },
      { type: 'tool_call', id: 't1', name: 'n', arguments: '{}', signature: { by: 'gemini', value: 'bWFyaw==' } },
    ])
  })

  it('leaves out what ran at the vendor and keeps the summary that stands for the past', () => {
    const blocks = [
      { type: 'compaction', content: 'so far' },
      { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} },
      { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
      { type: 'text', text: 'found it' },
    ]
    expect(turn(blocks, 'assistant')).toEqual([
      { type: 'text', text: 'so far' },
      { type: 'text', text: 'found it' },
    ])
  })

  it('gathers instructions from the middle of the conversation', () => {
    const request = read({
      system: [{ type: 'text', text: 'one', cache_control: { type: 'ephemeral' } }],
      messages: [...messages, { role: 'system', content: 'two' }],
    })
    expect(request.system).toEqual([
      { type: 'text', text: 'one', cache: { lifetime: undefined } },
      { type: 'text', text: 'two' },
    ])
    expect(request.messages).toHaveLength(1)
  })

  it('reads tools, the search of the web among them', () => {
    const request = read({
      tools: [
        { name: 'f', description: 'd', input_schema: { type: 'object' }, strict: true },
        {
          type: 'web_search_20250305',
          name: 'web_search',
          max_uses: 3,
          user_location: { type: 'approximate', city: 'Rome' },
        },
        { type: 'code_execution_20250825', name: 'code_execution' },
      ],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
    })
    expect(request.tools).toEqual([{ name: 'f', description: 'd', parameters: { type: 'object' }, strict: true }])
    expect(request.webSearch).toEqual({
      contextSize: 'medium',
      location: { type: 'approximate', approximate: { city: 'Rome' } },
    })
    expect(request.toolChoice).toEqual({ kind: 'required' })
    expect(request.parallelTools).toBe(false)
  })

  it.each([
    [{ type: 'enabled', budget_tokens: 2000 }, undefined, { enabled: true, budget: 2000, visible: true }],
    [{ type: 'enabled', budget_tokens: 2000, display: 'omitted' }, undefined, { enabled: true, visible: false }],
    [{ type: 'adaptive', display: 'omitted' }, 'xhigh', { enabled: true, effort: 'xhigh', visible: false }],
    [{ type: 'disabled' }, 'low', { enabled: false, effort: 'none' }],
    [{ type: 'between_tools' }, undefined, { enabled: false }],
    [undefined, 'low', { enabled: true, effort: 'low' }],
  ])('reads the wish to think %j with effort %s', (thinking, effort, expected) => {
    expect(read({ thinking, output_config: { effort } }).reasoning).toMatchObject(expected)
  })

  it('reads the schema of the answer in its newer and its older place', () => {
    const format = { type: 'json_schema', schema: { type: 'object' } }
    for (const body of [{ output_config: { format } }, { output_format: format }]) {
      expect(read(body).outputFormat).toMatchObject({ kind: 'schema', schema: { type: 'object' } })
    }
  })

  it.each([
    [{ max_tokens: 0 }, 'max_tokens'],
    [{ temperature: 'hot' }, 'temperature'],
    [{ system: 7 }, 'system'],
    [{ stop_sequences: 'x' }, 'stop_sequences'],
    [{ messages: ['x'] }, 'messages'],
    [{ messages: [{ role: 'robot', content: 'x' }] }, 'messages.0.role'],
    [{ messages: [{ role: 'user' }] }, 'messages.0.content'],
    [{ messages: [{ role: 'user', content: [{ type: 'text' }] }] }, 'messages.0.content.0.text'],
    [{ messages: [{ role: 'user', content: [{ type: 'container_upload' }] }] }, 'messages.0.content.0.type'],
    [{ messages: [{ role: 'user', content: [{ type: 'image', source: {} }] }] }, 'messages.0.content.0.source.type'],
    [{ tools: [{ type: 'bash_20250124', name: 'bash' }] }, 'tools.0.type'],
    [{ tools: [{ input_schema: {} }] }, 'tools.0.name'],
    [{ tool_choice: { type: 'maybe' } }, 'tool_choice.type'],
    [{ thinking: { type: 'loud' } }, 'thinking.type'],
    [{ output_config: { effort: 'huge' } }, 'output_config.effort'],
    [{ output_config: { format: { type: 'xml' } } }, 'output_config.format'],
  ])('names the field that is wrong or bound to the vendor: %j', (body, field) => {
    expect(() => read(body)).toThrow(new RegExp(`^${field.replaceAll('.', '\\.')}: `))
  })
})
