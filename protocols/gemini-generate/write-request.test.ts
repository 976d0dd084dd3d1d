import { describe, expect, it } from 'vitest'
import type { ChatMessage, ChatRequest, ChatTarget, ReasoningWish } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { readRequest } from './read-request.ts'
import { writeRequest } from './write-request.ts'

const empty = readRequest({ contents: [] })
const third: ChatTarget = { model: 'gemini-3-flash-preview', defaultMaximumOutput: 8192, fetchesUrls: false }
const second: ChatTarget = { ...third, model: 'gemini-2.5-flash' }
const written = (request: Partial<ChatRequest>, target = second): JsonObject =>
  JSON.parse(JSON.stringify(writeRequest({ ...empty, ...request }, target)))
const contentsOf = (messages: ChatMessage[], target = second) => written({ messages }, target).contents
const configOf = (request: Partial<ChatRequest>, model = 'gemini-2.5-flash') =>
  written(request, { ...second, model }).generationConfig

const text = (value: string) => ({ type: 'text', text: value }) as const
const call = (id: string, name = 'f', rest = {}) =>
  ({ type: 'tool_call', id, name, arguments: '{"a":1}', ...rest }) as const
const result = (callId: string, value: string, rest = {}) =>
  ({ type: 'tool_result', callId, name: undefined, parts: [text(value)], failed: false, ...rest }) as const

describe('writing a conversation', () => {
  it('names the function of each result, and keeps results together', () => {
    expect(
      contentsOf([
        { role: 'user', parts: [text('x')] },
        { role: 'assistant', parts: [text('I call'), call('1', 'f'), call('2', 'g')] },
        { role: 'tool', parts: [result('2', '{"b":2}')] },
        { role: 'tool', parts: [result('1', 'fine')] },
        { role: 'user', parts: [text('and?')] },
      ]),
    ).toEqual([
      { role: 'user', parts: [{ text: 'x' }] },
      {
        role: 'model',
        parts: [
          { text: 'I call' },
          { functionCall: { id: '1', name: 'f', args: { a: 1 } } },
          { functionCall: { id: '2', name: 'g', args: { a: 1 } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: '2', name: 'g', response: { b: 2 } } },
          { functionResponse: { id: '1', name: 'f', response: { output: 'fine' } } },
        ],
      },
      { role: 'user', parts: [{ text: 'and?' }] },
    ])
  })

  it.each([
    ['[1,2]', false, { output: [1, 2] }],
    ['15', false, { output: '15' }],
    ['', false, { output: '' }],
    ['no', true, { error: 'no' }],
    ['{"id":12345678901234567890}', false, { output: '{"id":12345678901234567890}' }],
  ])('tells the result %j without changing what it says', (value, failed, response) => {
    const contents = contentsOf([
      { role: 'assistant', parts: [call('1')] },
      { role: 'tool', parts: [result('1', value, { failed })] },
    ])
    expect(contents).toMatchObject([{}, { parts: [{ functionResponse: { response } }] }])
  })

  it('tells pictures of a result where the model reads them', () => {
    const image = { type: 'image', source: { kind: 'data', mediaType: 'image/png', base64: 'AAAA' } } as const
    const messages: ChatMessage[] = [
      { role: 'assistant', parts: [call('1')] },
      { role: 'tool', parts: [{ ...result('1', 'see'), parts: [text('see'), image] }] },
    ]
    const blob = { inlineData: { mimeType: 'image/png', data: 'AAAA' } }
    expect(contentsOf(messages, third)).toMatchObject([{}, { parts: [{ functionResponse: { parts: [blob] } }] }])
    expect(contentsOf(messages)).toMatchObject([
      {},
      { parts: [{ functionResponse: {} }] },
      { role: 'user', parts: [blob] },
    ])
  })

  it("gives Google's signatures back, and never another's", () => {
    const parts = [
      { type: 'reasoning', text: 'hm', signature: { by: 'gemini', value: 'G' } },
      text('so'),
      { type: 'reasoning', text: 'other', signature: { by: 'anthropic', value: 'A' } },
      { type: 'redacted_reasoning', by: 'anthropic', data: 'hidden' },
      call('1', 'f', { signature: { by: 'gemini', value: 'C' } }),
      { type: 'reasoning', text: '', signature: { by: 'gemini', value: 'E' } },
    ] as const
    const contents = contentsOf([{ role: 'assistant', parts }], third)
    expect(contents).toEqual([
      {
        role: 'model',
        parts: [
          { text: 'hm', thought: true },
          { text: 'so', thoughtSignature: 'G' },
          { text: 'other', thought: true },
          { functionCall: { id: '1', name: 'f', args: { a: 1 } }, thoughtSignature: 'C' },
          { text: '', thoughtSignature: 'E' },
        ],
      },
    ])
    expect(JSON.stringify(contents)).not.toMatch(/hidden|"A"/)
  })

  it('signs the first call of a step in the accepted way where newer models demand it', () => {
    const messages: ChatMessage[] = [{ role: 'assistant', parts: [call('1'), call('2')] }]
    expect(contentsOf(messages, third)).toMatchObject([
      { parts: [{ thoughtSignature: 'skip_thought_signature_validator' }, { functionCall: { id: '2' } }] },
    ])
    expect(JSON.stringify(contentsOf(messages))).not.toContain('thoughtSignature')
    expect(JSON.stringify(contentsOf(messages, third)).match(/thoughtSignature/g)).toHaveLength(1)
  })

  it('makes pictures of those that stand in text as markdown', () => {
    expect(
      contentsOf([
        { role: 'assistant', parts: [text('a ![image](data:image/png;base64,AAAA) b ![x](https://e.com/a.png)')] },
      ]),
    ).toEqual([
      {
        role: 'model',
        parts: [
          { text: 'a ' },
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          { text: ' b ![x](https://e.com/a.png)' },
        ],
      },
    ])
  })

  it('tells arguments that are no object as they were', () => {
    const parts = [
      call('1', 'f', { arguments: '{"a":' }),
      call('2', 'g', { arguments: '' }),
      call('3', 'h', { arguments: 'free', custom: true }),
    ]
    expect(contentsOf([{ role: 'assistant', parts }])).toMatchObject([
      {
        parts: [
          { functionCall: { args: { arguments: '{"a":' } } },
          { functionCall: { args: {} } },
          { functionCall: { args: { input: 'free' } } },
        ],
      },
    ])
  })

  it('leaves out empty texts, but not a message that says nothing', () => {
    expect(contentsOf([{ role: 'user', parts: [text(''), text('x')] }])).toEqual([
      { role: 'user', parts: [{ text: 'x' }] },
    ])
    expect(contentsOf([{ role: 'user', parts: [text('')] }])).toEqual([{ role: 'user', parts: [{ text: '' }] }])
    expect(contentsOf([{ role: 'assistant', parts: [] }])).toEqual([])
  })

  it('names files by their address where the model can fetch it', () => {
    const at = (url: string): ChatMessage[] => [
      { role: 'user', parts: [{ type: 'image', source: { kind: 'url', url } }] },
    ]
    expect(contentsOf(at('https://e.com/a.png?x=1'), { ...second, fetchesUrls: true })).toMatchObject([
      { parts: [{ fileData: { mimeType: 'image/png', fileUri: 'https://e.com/a.png?x=1' } }] },
    ])
    expect(contentsOf(at('https://www.youtube.com/watch?v=1'))).toMatchObject([{ parts: [{ fileData: {} }] }])
    expect(() => contentsOf(at('https://e.com/a.png'))).toThrow(/^messages: names an address/)
  })

  it.each<[ChatMessage[], RegExp]>([
    [[{ role: 'tool', parts: [result('gone', 'x')] }], /^messages: hold a result of a call that is not there/],
    [
      [{ role: 'user', parts: [{ type: 'document', name: 'a', source: { kind: 'file', id: 'file-1' } }] }],
      /^messages: names a file/,
    ],
  ])('refuses what it must not drop: %j', (messages, message) => {
    expect(() => contentsOf(messages)).toThrow(message)
  })

  it('puts instructions before the first words for models that know none', () => {
    const request = { system: [text('be brief')], messages: [{ role: 'user', parts: [text('x')] }] } as const
    expect(written(request)).toMatchObject({ systemInstruction: { parts: [{ text: 'be brief' }] } })
    const open = written(request, { ...second, model: 'gemma-3-27b-it' })
    expect(open.systemInstruction).toBeUndefined()
    expect(open.contents).toEqual([{ role: 'user', parts: [{ text: 'be brief' }, { text: 'x' }] }])
  })
})

describe('writing what is wanted', () => {
  it.each<[string, Partial<ReasoningWish>, JsonObject | undefined]>([
    ['gemini-2.5-flash', { effort: 'high' }, { thinkingBudget: 24_576, includeThoughts: true }],
    ['gemini-2.5-flash', {}, { thinkingBudget: -1, includeThoughts: true }],
    ['gemini-2.5-flash', { enabled: false }, { thinkingBudget: 0 }],
    ['gemini-2.5-pro', { enabled: false }, { thinkingBudget: 128 }],
    ['gemini-2.5-pro', { budget: 99_999, visible: false }, { thinkingBudget: 32_768, includeThoughts: false }],
    ['gemini-2.5-flash-lite', { budget: 1 }, { thinkingBudget: 512, includeThoughts: true }],
    ['gemini-3-pro-preview', { effort: 'medium' }, { thinkingLevel: 'high', includeThoughts: true }],
    ['gemini-3.1-pro-preview', { effort: 'medium' }, { thinkingLevel: 'medium', includeThoughts: true }],
    ['gemini-3-flash-preview', { enabled: false }, { thinkingLevel: 'minimal' }],
    ['gemini-3.7-flash', { enabled: false }, { thinkingLevel: 'low' }],
    ['gemini-flash-latest', { budget: 20_000 }, { thinkingLevel: 'high', includeThoughts: true }],
    ['gemini-3-flash-preview', {}, { includeThoughts: true }],
    ['gemini-2.0-flash', { effort: 'high' }, undefined],
    ['gemma-3-27b-it', { effort: 'high' }, undefined],
  ])('asks %s to think: %j', (model, wish, wanted) => {
    const reasoning = { enabled: true, effort: undefined, budget: undefined, visible: undefined, ...wish }
    expect(configOf({ reasoning }, model)).toEqual(wanted === undefined ? undefined : { thinkingConfig: wanted })
  })

  it('says schemas in its own language, and as they are where that has no words', () => {
    const format = (schema: JsonObject) =>
      ({ kind: 'schema', name: 'n', schema, strict: true, description: undefined }) as const
    const plain = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }
    expect(configOf({ outputFormat: format(plain) })).toEqual({
      responseMimeType: 'application/json',
      responseSchema: { type: 'OBJECT', properties: { a: { type: 'STRING' } } },
    })
    const free = { $schema: 'x', type: 'object', additionalProperties: { type: 'string' } }
    expect(configOf({ outputFormat: format(free) })).toEqual({
      responseMimeType: 'application/json',
      responseJsonSchema: { type: 'object', additionalProperties: { type: 'string' } },
    })
    expect(configOf({ outputFormat: { kind: 'json' } })).toEqual({ responseMimeType: 'application/json' })
  })

  const tool = (name: string, rest = {}) => ({
    name,
    description: undefined,
    parameters: undefined,
    strict: undefined,
    ...rest,
  })

  it('tells tools, those that run at Google too, and which may be called', () => {
    const recursive = { type: 'object', properties: { child: { $ref: '#' } } }
    const parameters = { type: 'object', properties: { a: { type: 'string' } } }
    const request = { tools: [tool('f', { parameters }), tool('g', { parameters: recursive }), tool('urlContext')] }
    expect(written({ ...request, webSearch: { contextSize: 'low', location: undefined } }, third)).toMatchObject({
      tools: [
        {
          functionDeclarations: [
            { name: 'f', parameters: { type: 'OBJECT', properties: { a: { type: 'STRING' } } } },
            { name: 'g', parametersJsonSchema: recursive },
          ],
        },
        { urlContext: {} },
        { googleSearch: {} },
      ],
      toolConfig: { functionCallingConfig: { mode: 'VALIDATED' }, includeServerSideToolInvocations: true },
    })
    expect(written({ tools: [tool('f')] }).toolConfig).toBeUndefined()
    expect(written({ tools: [tool('f', { strict: true })] }).toolConfig).toEqual({
      functionCallingConfig: { mode: 'VALIDATED' },
    })
    expect(written({ tools: [tool('f')], toolChoice: { kind: 'named', name: 'f' } }).toolConfig).toEqual({
      functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] },
    })
    expect(written({ toolChoice: { kind: 'required' } })).not.toHaveProperty('toolConfig')
  })

  it('wraps the free text of a custom tool into an object', () => {
    expect(written({ tools: [tool('patch', { custom: { format: undefined } })] }).tools).toEqual([
      {
        functionDeclarations: [
          {
            name: 'patch',
            parameters: { type: 'OBJECT', properties: { input: { type: 'STRING' } }, required: ['input'] },
          },
        ],
      },
    ])
  })

  it('tells tiers that Google knows, and refuses more stops than it takes', () => {
    expect(written({ serviceTier: 'default' }).serviceTier).toBe('standard')
    expect(written({ serviceTier: 'flex' }).serviceTier).toBe('flex')
    expect(written({ serviceTier: 'auto' }).serviceTier).toBeUndefined()
    expect(() => written({ stop: ['1', '2', '3', '4', '5', '6'] })).toThrow(/^stop: /)
  })

  it('says nothing of what nobody asked for', () => {
    expect(written({ messages: [{ role: 'user', parts: [text('x')] }] })).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'x' }] }],
    })
  })
})
