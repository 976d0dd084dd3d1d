import { describe, expect, it } from 'vitest'
import type { ChatMessage, ChatRequest, Tool } from '../chat.ts'
import { readRequest } from './read-request.ts'
import { writeRequest } from './write-request.ts'

const base = readRequest({ model: 'm', messages: [{ role: 'user', content: 'hello' }] })
const write = (changes: Partial<ChatRequest>, model = 'claude-sonnet-4-5') =>
  writeRequest({ ...base, ...changes }, { model, defaultMaximumOutput: 8192, fetchesUrls: true })
const messagesOf = (messages: readonly ChatMessage[]) => write({ messages }).messages

const tool: Tool = { name: 'f', description: 'd', parameters: { type: 'object', properties: {} }, strict: undefined }
const user: ChatMessage = { role: 'user', parts: [{ type: 'text', text: 'hello' }] }
const wish = { enabled: true, effort: undefined, budget: undefined, visible: undefined }
const schema = { kind: 'schema', name: 's', strict: true, description: undefined } as const

describe('writing turns', () => {
  it('joins turns of one side and puts results ahead of words', () => {
    const call = { type: 'tool_call', id: 'functions.f:0', name: 'f', arguments: '{"a":1}' } as const
    const result = {
      type: 'tool_result',
      callId: 'functions.f:0',
      name: 'f',
      parts: [{ type: 'text', text: 'r' }],
      failed: true,
    } as const
    expect(
      messagesOf([user, { role: 'assistant', parts: [call] }, user, { role: 'tool', parts: [result] }, user]),
    ).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'functions_f_0', name: 'f', input: { a: 1 } }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'functions_f_0', content: 'r', is_error: true },
          { type: 'text', text: 'hello' },
          { type: 'text', text: 'hello' },
        ],
      },
    ])
  })

  it('begins with the user, fills what is empty and ends without white space', () => {
    expect(messagesOf([])).toEqual([{ role: 'user', content: [{ type: 'text', text: '...' }] }])
    expect(messagesOf([{ role: 'assistant', parts: [{ type: 'text', text: 'Once \n' }] }])).toEqual([
      { role: 'user', content: [{ type: 'text', text: '...' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Once' }] },
    ])
    expect(messagesOf([{ role: 'user', parts: [{ type: 'text', text: '' }] }])).toEqual([
      { role: 'user', content: [{ type: 'text', text: '...' }] },
    ])
  })

  it('sends its own seals back and no others', () => {
    const parts = [
      { type: 'reasoning', text: 'a', signature: { by: 'anthropic', value: 's' } },
      { type: 'reasoning', text: 'b', signature: { by: 'gemini', value: 's' } },
      { type: 'reasoning', text: 'c' },
      { type: 'redacted_reasoning', data: 'd', by: 'anthropic' },
      { type: 'redacted_reasoning', data: 'e', by: 'openai' },
      { type: 'text', text: 'hi' },
    ] as const
    expect(messagesOf([user, { role: 'assistant', parts }, user])).toMatchObject([
      {},
      {
        content: [
          { type: 'thinking', thinking: 'a', signature: 's' },
          { type: 'redacted_thinking', data: 'd' },
          { type: 'text', text: 'hi' },
        ],
      },
      {},
    ])
  })

  it('writes pictures and documents in the form the dialect has for them', () => {
    const content = (source: Extract<ChatMessage, { role: 'user' }>['parts'][number]) =>
      messagesOf([{ role: 'user', parts: [source] }])
    const data = (mediaType: string) => ({ kind: 'data', mediaType, base64: 'aGk=' }) as const
    expect(content({ type: 'image', source: data('image/jpg') })).toMatchObject([
      { content: [{ source: { type: 'base64', media_type: 'image/jpeg', data: 'aGk=' } }] },
    ])
    expect(content({ type: 'document', name: 'n', source: data('application/pdf') })).toMatchObject([
      { content: [{ type: 'document', title: 'n', source: { type: 'base64' } }] },
    ])
    expect(content({ type: 'document', name: 'n', source: data('text/csv') })).toMatchObject([
      { content: [{ source: { type: 'text', media_type: 'text/plain', data: 'hi' } }] },
    ])
    expect(content({ type: 'document', name: 'n', source: data('image/png') })).toMatchObject([
      { content: [{ type: 'image' }] },
    ])
    expect(() => content({ type: 'document', name: 'n', source: data('application/zip') })).toThrow(/^messages\.0: /)
    expect(() => content({ type: 'image', source: { kind: 'file', id: 'file-openai' } })).toThrow(/another provider/)
    expect(() => content({ type: 'audio', source: data('audio/wav'), format: 'wav' })).toThrow(/audio/)
  })

  it('shows the model its own pictures as the user does', () => {
    const picture = { type: 'image', source: { kind: 'data', mediaType: 'image/png', base64: 'QQ==' } } as const
    const said = { type: 'text', text: 'Here it is.' } as const
    expect(messagesOf([user, { role: 'assistant', parts: [said, picture] }, user])).toMatchObject([
      {},
      { content: [{ type: 'text', text: 'Here it is.' }] },
      { content: [{ type: 'image' }, { type: 'text', text: 'hello' }] },
    ])
  })

  it('keeps the last four marks of the cache', () => {
    const parts = ['1', '2', '3', '4', '5'].map((text) => ({ type: 'text', text, cache: { lifetime: '1h' } }) as const)
    const [turn] = JSON.parse(JSON.stringify(messagesOf([{ role: 'user', parts }])))
    expect(turn.content.map((block: { cache_control?: unknown }) => block.cache_control !== undefined)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ])
  })
})

describe('writing tools', () => {
  it('gives every tool an object for its input', () => {
    const bare: Tool = { ...tool, parameters: undefined, strict: true }
    expect(write({ tools: [bare] }).tools).toEqual([
      { name: 'f', description: 'd', input_schema: { type: 'object', properties: {} }, strict: true },
    ])
    expect(write({ tools: [bare] }, 'claude-3-haiku-20240307').tools).not.toHaveProperty('0.strict')
  })

  it('wraps free text', () => {
    expect(write({ tools: [{ ...tool, custom: { format: undefined } }] }).tools).toMatchObject([
      { input_schema: { properties: { input: { type: 'string' } } } },
    ])
  })

  it.each([
    [{ kind: 'auto' }, undefined, { type: 'auto' }],
    [{ kind: 'none' }, false, { type: 'none' }],
    [{ kind: 'required' }, false, { type: 'any', disable_parallel_tool_use: true }],
    [{ kind: 'named', name: 'f' }, undefined, { type: 'tool', name: 'f' }],
    [undefined, false, { type: 'auto', disable_parallel_tool_use: true }],
    [undefined, undefined, undefined],
  ] as const)('says the choice %j with parallel calls %s', (toolChoice, parallelTools, expected) => {
    expect(write({ tools: [tool], toolChoice, parallelTools }).tool_choice).toEqual(expected)
  })

  it('leaves the choice out where there are no tools', () => {
    expect(write({ toolChoice: { kind: 'auto' } })).not.toHaveProperty('tool_choice')
  })

  it('refuses to force a tool on a model that cannot be made to use one', () => {
    const forced: Partial<ChatRequest> = { tools: [tool], toolChoice: { kind: 'required' } }
    expect(() => write(forced, 'claude-opus-5-5')).toThrow(/^tool_choice: /)
  })

  it('turns the search of the web into its own tool', () => {
    const location = { type: 'approximate', approximate: { city: 'Rome', country: 'IT' } }
    expect(write({ webSearch: { contextSize: 'low', location } }).tools).toEqual([
      {
        type: 'web_search_20250305',
        name: 'web_search',
        max_uses: 1,
        user_location: { type: 'approximate', city: 'Rome', country: 'IT' },
      },
    ])
  })
})

describe('writing how the answer is made', () => {
  it('takes the limit of the gateway where the client names none, and never more than the model writes', () => {
    expect(write({}).max_tokens).toBe(8192)
    expect(write({ maximumOutput: 500_000 }).max_tokens).toBe(64_000)
    expect(write({}, 'claude-3-haiku-20240307').max_tokens).toBe(4096)
  })

  it('keeps to what each model takes for sampling', () => {
    const sampling = { temperature: 1.7, topP: 0.5, topK: 3 }
    expect(write(sampling, 'claude-3-haiku-20240307')).toMatchObject({ temperature: 1, top_p: 0.5, top_k: 3 })
    expect(write(sampling)).toMatchObject({ temperature: 1, top_k: 3 })
    expect(write(sampling)).not.toHaveProperty('top_p')
    expect(write({ topP: 0.5 })).toHaveProperty('top_p')
    expect(write(sampling, 'claude-opus-4-7')).not.toHaveProperty('temperature')
    expect(write(sampling, 'claude-opus-4-7')).not.toHaveProperty('top_k')
    expect(write({ ...sampling, reasoning: wish })).not.toHaveProperty('temperature')
  })

  it('passes on stops, user and tier where they mean something', () => {
    expect(write({ stop: ['END', ' \n'], user: 'u', serviceTier: 'default' })).toMatchObject({
      stop_sequences: ['END'],
      metadata: { user_id: 'u' },
      service_tier: 'standard_only',
    })
    expect(write({ serviceTier: 'flex' })).not.toHaveProperty('service_tier')
  })

  it.each([
    ['claude-sonnet-4-5', { effort: 'low' }, { type: 'enabled', budget_tokens: 1024 }, undefined],
    ['claude-sonnet-4-5', { budget: 100 }, { type: 'enabled', budget_tokens: 1024 }, undefined],
    ['claude-opus-4-5', { effort: 'max' }, { type: 'enabled', budget_tokens: 51_200 }, { effort: 'high' }],
    ['claude-opus-4-6', { effort: 'xhigh' }, { type: 'adaptive', display: 'summarized' }, { effort: 'high' }],
    ['claude-opus-4-8', { effort: 'minimal' }, { type: 'adaptive', display: 'summarized' }, { effort: 'low' }],
    ['claude-opus-5', { budget: 30_000 }, { type: 'adaptive', display: 'summarized' }, { effort: 'high' }],
    ['claude-opus-5', { visible: false }, { type: 'adaptive', display: 'omitted' }, undefined],
    ['claude-opus-5', { enabled: false, effort: 'none' }, { type: 'disabled' }, undefined],
    ['claude-sonnet-5-5', { enabled: false, effort: 'none' }, { type: 'between_tools' }, undefined],
    ['claude-opus-5-5', { enabled: false, effort: 'none' }, undefined, { effort: 'low' }],
    ['claude-3-haiku-20240307', { effort: 'high' }, undefined, undefined],
    ['deepseek-chat', { budget: 5000 }, { type: 'enabled', budget_tokens: 5000 }, undefined],
  ] as const)('tells %s the wish to think %j', (model, changes, thinking, outputConfig) => {
    const body = write({ reasoning: { ...wish, ...changes } }, model)
    expect(body.thinking).toEqual(thinking)
    expect(body.output_config).toEqual(outputConfig)
  })

  it('keeps the budget below the limit, and the limit as the client set it where that leaves room', () => {
    const limited = (maximumOutput: number) =>
      write({ maximumOutput, reasoning: { ...wish, budget: 20_000 } }, 'claude-sonnet-4-5')
    expect(limited(10_000)).toMatchObject({ max_tokens: 10_000, thinking: { budget_tokens: 8000 } })
    expect(limited(100)).toMatchObject({ max_tokens: 1280, thinking: { budget_tokens: 1024 } })
    const unlimited = write({ reasoning: { ...wish, budget: 20_000 } }, 'claude-sonnet-4-5')
    expect(unlimited).toMatchObject({ max_tokens: 28_192, thinking: { budget_tokens: 20_000 } })
  })

  it('leaves a tool that must be used to the model where thinking is asked for', () => {
    const forced: Partial<ChatRequest> = { tools: [tool], toolChoice: { kind: 'required' }, reasoning: wish }
    expect(write(forced)).toMatchObject({ thinking: { type: 'enabled' }, tool_choice: { type: 'auto' } })
    const single = write({ ...forced, toolChoice: { kind: 'named', name: 'f' }, parallelTools: false }, 'claude-opus-5')
    expect(single).toMatchObject({
      thinking: { type: 'adaptive' },
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    })
    expect(single.tool_choice).not.toHaveProperty('name')
    // What does not think needs not be asked twice.
    expect(write(forced, 'claude-3-haiku-20240307').tool_choice).toEqual({ type: 'any' })
  })

  it('lets thinking that nobody asked for give way to it', () => {
    const forced: Partial<ChatRequest> = { tools: [tool], toolChoice: { kind: 'required' } }
    expect(write(forced, 'claude-sonnet-5')).toMatchObject({
      thinking: { type: 'disabled' },
      tool_choice: { type: 'any' },
    })
    expect(write(forced, 'claude-opus-4-7')).not.toHaveProperty('thinking')
  })

  it('lets thinking give way to an answer that takes a tool', () => {
    const outputFormat = { kind: 'schema', name: 'n', schema: { type: 'object' }, strict: undefined } as const
    const body = write(
      { outputFormat: { ...outputFormat, description: undefined }, reasoning: wish },
      'claude-opus-4-1',
    )
    expect(body).toMatchObject({ tool_choice: { type: 'tool' } })
    expect(body).not.toHaveProperty('thinking')
  })

  it('does not think in the middle of calls whose thinking was lost, which would be refused', () => {
    const call = { type: 'tool_call', id: 't', name: 'f', arguments: '{}' } as const
    const results: ChatMessage = {
      role: 'tool',
      parts: [{ type: 'tool_result', callId: 't', name: 'f', parts: [], failed: false }],
    }
    const lost: ChatMessage[] = [user, { role: 'assistant', parts: [call] }, results]
    expect(write({ messages: lost, reasoning: wish })).not.toHaveProperty('thinking')
    expect(write({ messages: lost, reasoning: wish }, 'claude-opus-4-7')).toHaveProperty('thinking')
    const thought = { type: 'reasoning', text: '', signature: { by: 'anthropic', value: 's' } } as const
    const kept: ChatMessage[] = [user, { role: 'assistant', parts: [thought, call] }, results]
    expect(write({ messages: kept, reasoning: wish })).toHaveProperty('thinking')
  })

  it('refuses what it cannot say', () => {
    expect(() => write({ choices: 2 })).toThrow(/^n: /)
    expect(() => write({ modalities: ['text', 'audio'] })).toThrow(/^modalities: /)
  })
})

describe('writing the form of the answer', () => {
  const object = {
    type: 'object',
    properties: {
      age: { type: 'integer', minimum: 1, maximum: 9, description: 'In years.' },
      tags: { type: 'array', items: { type: 'string', format: 'slug' }, minItems: 2 },
      kind: { oneOf: [{ type: 'object', properties: {} }, { type: 'null' }] },
    },
    required: ['age'],
  }

  it('closes the objects of a schema and tells the constraints that are not enforced', () => {
    const body = write({ outputFormat: { ...schema, schema: object } })
    expect(body.output_config).toEqual({
      format: {
        type: 'json_schema',
        schema: {
          type: 'object',
          properties: {
            age: { type: 'integer', description: 'In years. (minimum: 1, maximum: 9)' },
            tags: {
              type: 'array',
              items: { type: 'string', description: '(format: "slug")' },
              description: '(minItems: 2)',
            },
            kind: { anyOf: [{ type: 'object', properties: {}, additionalProperties: false }, { type: 'null' }] },
          },
          required: ['age'],
          additionalProperties: false,
        },
      },
    })
  })

  it('asks a model without structured answers to call a tool of that schema', () => {
    const body = write({ outputFormat: { ...schema, schema: object }, reasoning: wish }, 'claude-sonnet-4-0')
    expect(body.tools).toMatchObject([{ name: 'json', input_schema: object }])
    expect(body.tool_choice).toEqual({ type: 'tool', name: 'json' })
    expect(body).not.toHaveProperty('thinking')
  })

  it('leaves the client its own tools beside it', () => {
    const body = write(
      { outputFormat: { ...schema, schema: object }, tools: [{ ...tool, name: 'json' }] },
      'claude-sonnet-4-0',
    )
    expect(body.tools).toMatchObject([{ name: 'json' }, { name: 'json_' }])
    expect(body.tool_choice).toEqual({ type: 'any' })
  })

  it('refuses a schema that no tool can have', () => {
    expect(() => write({ outputFormat: { ...schema, schema: { type: 'array' } } }, 'claude-3-haiku-20240307')).toThrow(
      /^response_format: /,
    )
  })

  it('asks for plain JSON in words', () => {
    expect(write({ outputFormat: { kind: 'json' } }).system).toHaveLength(1)
  })
})
