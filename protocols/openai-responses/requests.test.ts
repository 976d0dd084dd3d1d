import { describe, expect, it } from 'vitest'
import { recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import type { ChatRequest } from '../chat.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { readRequest } from './read-request.ts'
import { writeRequest } from './write-request.ts'

const read = (body: JsonObject) => readRequest({ model: 'm', input: 'hello', ...body })
const target = { model: 'up', defaultMaximumOutput: 4096, fetchesUrls: true }
const write = (request: Partial<ChatRequest>) => writeRequest({ ...read({}), ...request }, target)
const input = (...items: JsonObject[]) => read({ input: items })
const inputOf = (...messages: ChatRequest['messages'][number][]) => write({ messages }).input

describe('reading a request for a foreign upstream', () => {
  it('takes a string for what the user says and instructions for the system', () => {
    expect(read({ instructions: 'be kind' })).toMatchObject({
      model: 'm',
      stream: false,
      system: [{ type: 'text', text: 'be kind' }],
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'hello' }] }],
    })
  })

  it.each([
    ['previous_response_id', 'resp_1'],
    ['conversation', 'conv_1'],
    ['conversation', { id: 'conv_1' }],
    ['prompt', { id: 'pmpt_1' }],
    ['background', true],
    ['context_management', [{ type: 'compaction' }]],
    ['moderation', { mode: 'block' }],
  ])('refuses %s, which rests on what an upstream keeps', (field, value) => {
    expect(() => read({ [field]: value })).toThrow(new RegExp(`^${field}: `))
  })

  it('takes null and false for absent, as clients send them', () => {
    const absent = { previous_response_id: null, conversation: null, background: false, store: true, tools: null }
    expect(read(absent)).toEqual(read({}))
  })

  it.each([
    [{ id: 'msg_1' }, 'input[1].type: item_reference'],
    [{ type: 'item_reference', id: 'msg_1' }, 'input[1].type: item_reference'],
    [{ type: 'compaction', encrypted_content: 'x' }, 'input[1].type: compaction'],
    [{ type: 'computer_call_output', call_id: 'c', output: {} }, 'input[1].type: computer_call_output'],
    [{ type: 'local_shell_call_output', id: 'c', output: '' }, 'input[1].type: local_shell_call_output'],
    [{ type: 'mcp_approval_response', approve: true }, 'input[1].type: mcp_approval_response'],
    [{ role: 'robot', content: 'x' }, 'input[1].role: '],
    [{ role: 'user', content: 5 }, 'input[1].content: '],
    [{ role: 'user', content: [{ type: 'input_video' }] }, 'input[1].content[0].type: '],
    [{ role: 'user', content: [{ type: 'input_image' }] }, 'input[1].content[0].image_url: '],
    [{ role: 'user', content: [{ type: 'input_file', file_data: 'raw' }] }, 'input[1].content[0].file_data: '],
    [{ type: 'function_call', name: 'f', arguments: '{}' }, 'input[1].call_id: '],
    ['text', 'input[1]: '],
  ])('names the item it does not understand: %j', (item, told) => {
    const items = [{ role: 'user', content: 'x' }, item]
    expect(() => read({ input: items })).toThrow(told)
  })

  it('gathers items into turns, in order', () => {
    const request = input(
      { role: 'developer', content: 'be brief' },
      { role: 'user', content: [{ type: 'input_text', text: 'weather?' }] },
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'gAAA' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look' }] },
      { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'look', arguments: '{"a":1}' },
      { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c2', name: 'patch', input: 'raw' },
      { type: 'function_call_output', call_id: 'c1', output: 'sunny' },
      { type: 'custom_tool_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'done' }] },
      { type: 'web_search_call', id: 'ws_1', status: 'completed' },
      { role: 'assistant', content: 'It is sunny' },
    )
    expect(request.system).toEqual([{ type: 'text', text: 'be brief' }])
    expect(request.messages).toEqual([
      { role: 'user', parts: [{ type: 'text', text: 'weather?' }] },
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'hm', signature: { by: 'openai', value: 'gAAA' }, id: 'rs_1' },
          { type: 'text', text: 'I look' },
          { type: 'tool_call', id: 'c1', name: 'look', arguments: '{"a":1}' },
          { type: 'tool_call', id: 'c2', name: 'patch', arguments: 'raw', custom: true },
        ],
      },
      {
        role: 'tool',
        parts: [
          { type: 'tool_result', callId: 'c1', name: 'look', parts: [{ type: 'text', text: 'sunny' }], failed: false },
          {
            type: 'tool_result',
            callId: 'c2',
            name: 'patch',
            parts: [{ type: 'text', text: 'done' }],
            failed: false,
            custom: true,
          },
        ],
      },
      { role: 'assistant', parts: [{ type: 'text', text: 'It is sunny' }] },
    ])
  })

  it('reads reasoning that other vendors sealed as theirs', () => {
    const reasoning = (sealed: string) => ({ type: 'reasoning', summary: [], encrypted_content: sealed })
    const { messages } = input(
      { role: 'user', content: 'x' },
      reasoning('seal:anthropic:redacted:a:b'),
      reasoning('seal:gemini:call:sig'),
      { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
      reasoning('gAAA'),
    )
    expect(messages[1]?.parts).toEqual([
      { type: 'redacted_reasoning', data: 'a:b', by: 'anthropic' },
      { type: 'tool_call', id: 'c1', name: 'f', arguments: '{}', signature: { by: 'gemini', value: 'sig' } },
      { type: 'redacted_reasoning', data: 'gAAA', by: 'openai' },
    ])
  })

  it('reads pictures, files and sound', () => {
    const { messages } = input({
      role: 'user',
      content: [
        { type: 'input_image', image_url: 'https://x.test/a.png', detail: 'low' },
        { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
        { type: 'input_image', file_id: 'file_1' },
        { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,BBBB' },
        { type: 'input_file', file_url: 'https://x.test/a.pdf' },
        { type: 'input_audio', input_audio: { data: 'CCCC', format: 'mp3' } },
        { type: 'input_text', text: 'these', prompt_cache_breakpoint: { mode: 'explicit' } },
      ],
    })
    expect(messages[0]?.parts).toEqual([
      { type: 'image', source: { kind: 'url', url: 'https://x.test/a.png' }, detail: 'low' },
      { type: 'image', source: { kind: 'data', mediaType: 'image/png', base64: 'AAAA' } },
      { type: 'image', source: { kind: 'file', id: 'file_1' } },
      { type: 'document', name: 'a.pdf', source: { kind: 'data', mediaType: 'application/pdf', base64: 'BBBB' } },
      { type: 'document', name: undefined, source: { kind: 'url', url: 'https://x.test/a.pdf' } },
      { type: 'audio', source: { kind: 'data', mediaType: 'audio/mp3', base64: 'CCCC' }, format: 'mp3' },
      { type: 'text', text: 'these', cache: { lifetime: undefined } },
    ])
  })

  it('reads tools, leaves out those the upstream would run itself, and flattens groups', () => {
    const { tools, webSearch } = read({
      tools: [
        { type: 'function', name: 'f', description: 'd', parameters: { type: 'object' }, strict: true },
        { type: 'custom', name: 'p', format: { type: 'grammar', syntax: 'lark', definition: 'x' } },
        { type: 'web_search', search_context_size: 'low', user_location: { type: 'approximate', city: 'Rome' } },
        { type: 'file_search', vector_store_ids: ['vs_1'] },
        { type: 'code_interpreter', container: { type: 'auto' } },
        { type: 'namespace', name: 'crm', description: 'd', tools: [{ type: 'function', name: 'find' }] },
      ],
    })
    expect(tools.map((tool) => tool.name)).toEqual(['f', 'p', 'crm__find'])
    expect(tools[0]).toMatchObject({ parameters: { type: 'object' }, strict: true })
    expect(tools[1]?.custom).toEqual({ format: { type: 'grammar', syntax: 'lark', definition: 'x' } })
    expect(tools[2]?.namespace).toBe('crm')
    expect(webSearch).toEqual({ contextSize: 'low', location: { type: 'approximate', city: 'Rome' } })
  })

  it('reads choices of tools; what is not allowed is not told', () => {
    const tools = ['a', 'b', 'c'].map((name) => ({ type: 'function', name }))
    const choose = (choice: unknown) => read({ tools, tool_choice: choice })
    expect(choose('required').toolChoice).toEqual({ kind: 'required' })
    expect(choose({ type: 'function', name: 'b' }).toolChoice).toEqual({ kind: 'named', name: 'b' })
    const allowed = choose({ type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'c' }] })
    expect(allowed.toolChoice).toEqual({ kind: 'required' })
    expect(allowed.tools.map((tool) => tool.name)).toEqual(['c'])
    expect(() => choose({ type: 'file_search' })).toThrow(/^tool_choice\.type: /)
    const searched = { tools: [{ type: 'file_search', vector_store_ids: [] }], tool_choice: 'required' }
    expect(() => read(searched)).toThrow(/^tool_choice: /)
    expect(() => choose('sometimes')).toThrow(/^tool_choice: /)
  })

  it('reads the wishes for form, thinking and likelihoods', () => {
    const schema = { type: 'object' }
    expect(
      read({
        text: { format: { type: 'json_schema', name: 'n', schema, strict: true }, verbosity: 'low' },
        reasoning: { effort: 'high', summary: 'auto' },
        top_logprobs: 3,
        safety_identifier: 'u',
      }),
    ).toMatchObject({
      outputFormat: { kind: 'schema', name: 'n', schema, strict: true },
      verbosity: 'low',
      reasoning: { enabled: true, effort: 'high', visible: true },
      logprobs: 3,
      user: 'u',
    })
    expect(read({ text: { format: { type: 'json_object' } } }).outputFormat).toEqual({ kind: 'json' })
    expect(read({ reasoning: { effort: 'none' } }).reasoning).toMatchObject({ enabled: false })
    expect(read({ reasoning: { effort: null, summary: null } }).reasoning).toBeUndefined()
    expect(read({ include: ['message.output_text.logprobs'] }).logprobs).toBe(0)
  })

  it.each([
    [{ temperature: 'hot' }, 'temperature'],
    [{ temperature: 3 }, 'temperature'],
    [{ top_p: -1 }, 'top_p'],
    [{ instructions: 5 }, 'instructions'],
    [{ reasoning: { effort: 'huge' } }, 'reasoning.effort'],
    [{ text: { format: { type: 'xml' } } }, 'text.format.type'],
    [{ text: { format: { type: 'json_schema', name: 'n' } } }, 'text.format.schema'],
    [{ tools: [{ type: 'function' }] }, 'tools[0].name'],
    [{ tools: {} }, 'tools'],
    [{ metadata: 'x' }, 'metadata'],
  ])('names the field that has the wrong type: %j', (body, field) => {
    expect(() => read(body)).toThrow(`${field}: `)
  })
})

describe('writing a request for an upstream', () => {
  it('keeps nothing there and puts everything in its place', () => {
    expect(
      writeRequest(
        {
          ...read({ instructions: 'be kind', stream: true }),
          maximumOutput: 5,
          temperature: 0.5,
          reasoning: { enabled: true, effort: undefined, budget: 8192, visible: true },
          logprobs: 2,
          serviceTier: 'standard_only',
          metadata: { a: 'b', c: 5 },
          tools: [{ name: 'f', description: undefined, parameters: undefined, strict: undefined }],
          toolChoice: { kind: 'named', name: 'f' },
          webSearch: { contextSize: undefined, location: { type: 'approximate', approximate: { city: 'Rome' } } },
        },
        target,
      ),
    ).toEqual({
      model: 'up',
      instructions: 'be kind',
      input: [{ role: 'user', content: 'hello' }],
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content', 'message.output_text.logprobs'],
      max_output_tokens: 16,
      temperature: 0.5,
      reasoning: { effort: 'medium', summary: 'auto' },
      top_logprobs: 2,
      metadata: { a: 'b' },
      tools: [
        { type: 'function', name: 'f', parameters: { type: 'object', properties: {} }, strict: false },
        { type: 'web_search', user_location: { type: 'approximate', city: 'Rome' } },
      ],
      tool_choice: { type: 'function', name: 'f' },
    })
  })

  it('refuses what it cannot say and must not drop', () => {
    expect(() => write({ choices: 2 })).toThrow(/^n: /)
    expect(() => write({ modalities: ['audio'] })).toThrow(/^modalities: /)
    const video = { type: 'video', source: { kind: 'url', url: 'https://x.test/v' } } as const
    expect(() => inputOf({ role: 'user', parts: [video] })).toThrow(/^messages: /)
  })

  it('leaves thinking that is merely off unsaid, as models that cannot think refuse the field', () => {
    const off = { enabled: false, effort: undefined, budget: undefined, visible: undefined }
    expect(write({ reasoning: off }).reasoning).toBeUndefined()
    expect(write({ reasoning: { ...off, effort: 'none' } }).reasoning).toEqual({ effort: 'none' })
  })

  it('sends its own seals back and those of others to nobody', () => {
    const sealed = (by: 'openai' | 'anthropic') =>
      ({ type: 'reasoning', text: 'hm', signature: { by, value: 'S' }, id: 'rs_1' }) as const
    const body = write({
      messages: [
        {
          role: 'assistant',
          parts: [
            sealed('anthropic'),
            { type: 'reasoning', text: 'open' },
            sealed('openai'),
            { type: 'redacted_reasoning', data: 'D', by: 'openai' },
            { type: 'redacted_reasoning', data: 'D', by: 'gemini' },
          ],
        },
      ],
    })
    expect(body.input).toEqual([
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'S' },
      { type: 'reasoning', summary: [], encrypted_content: 'D' },
    ])
    expect(body.include).toEqual(['reasoning.encrypted_content'])
  })

  it('writes results of tools, failed ones and such with pictures', () => {
    const picture = { type: 'image', source: { kind: 'data', mediaType: 'image/png', base64: 'AA' } } as const
    const result = { type: 'tool_result', callId: 'c', name: 'f', failed: false } as const
    const text = (words: string) => ({ type: 'text', text: words }) as const
    expect(
      inputOf({
        role: 'tool',
        parts: [
          { ...result, parts: [text('a'), text('b')] },
          { ...result, parts: [text('broken')], failed: true },
          { ...result, parts: [text('see'), picture], custom: true },
        ],
      }),
    ).toEqual([
      { type: 'function_call_output', call_id: 'c', output: 'a\nb' },
      { type: 'function_call_output', call_id: 'c', output: 'Error: broken' },
      {
        type: 'custom_tool_call_output',
        call_id: 'c',
        output: [
          { type: 'input_text', text: 'see' },
          { type: 'input_image', image_url: 'data:image/png;base64,AA' },
        ],
      },
    ])
  })

  it("hands the model's own pictures back as the user's, where alone it takes them", () => {
    const source = { kind: 'data', mediaType: 'image/png', base64: 'AA' } as const
    expect(
      inputOf({
        role: 'assistant',
        parts: [
          { type: 'text', text: 'here' },
          { type: 'image', source },
        ],
      }),
    ).toEqual([
      { role: 'assistant', content: [{ type: 'output_text', text: 'here' }] },
      { role: 'user', content: [{ type: 'input_image', image_url: 'data:image/png;base64,AA' }] },
    ])
  })

  it('asks with the instructions alone when nothing else is said', () => {
    expect(write({ system: [{ type: 'text', text: 'go' }], messages: [] })).toMatchObject({
      input: [{ role: 'developer', content: 'go' }],
    })
  })

  it('flattens a grammar as chat writes it', () => {
    const custom = { format: { type: 'grammar', grammar: { syntax: 'regex', definition: 'x' } } }
    const tool = { name: 'p', description: undefined, parameters: undefined, strict: undefined, custom }
    expect(write({ tools: [tool], toolChoice: { kind: 'named', name: 'p' } })).toMatchObject({
      tools: [{ type: 'custom', name: 'p', format: { type: 'grammar', syntax: 'regex', definition: 'x' } }],
      tool_choice: { type: 'custom', name: 'p' },
    })
  })
})

const bodies = recordingsOf('openai-responses').flatMap((each) =>
  isObject(each.request?.body) ? [[each.id, each.request.body] as const] : [],
)

describe.skipIf(!recordingsPresent)('recorded requests', () => {
  it.each(bodies)('%s keeps its meaning', (_id, body) => {
    const once = readRequest(body)
    const written = writeRequest(once, { ...target, model: once.model })
    expect(comparable(readRequest(written))).toEqual(comparable(once))
  })
})

/** Left out on purpose: ids of reasoning, strictness unsaid, and a choice among tools that are none. */
const comparable = (request: ChatRequest): unknown => ({
  ...request,
  system: request.system.map((part) => part.text).join('\n\n'),
  toolChoice: request.tools.length === 0 ? undefined : request.toolChoice,
  tools: request.tools.map((tool) => ({
    ...tool,
    strict: tool.strict ?? false,
  })),
  messages: request.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => ({ ...part, id: part.type === 'tool_call' ? part.id : undefined })),
  })),
})
