import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json/json.ts'
import { readRequest } from './read-request.ts'
import { writeRedacted, writeSignature } from './seal.ts'

const user = (...parts: JsonObject[]) => ({ role: 'user', parts })
const model = (...parts: JsonObject[]) => ({ role: 'model', parts })
const call = (name: string, rest: JsonObject = {}) => ({ functionCall: { name, args: { a: 1 }, ...rest } })
const answer = (name: string, rest: JsonObject = {}) => ({
  functionResponse: { name, response: { output: 'ok' }, ...rest },
})
const messagesOf = (...contents: JsonObject[]) => readRequest({ contents }).messages

describe('reading a conversation', () => {
  it('reads words, pictures, sound, film and documents in both ways of writing names', () => {
    expect(
      messagesOf(
        user(
          { text: 'look' },
          { inline_data: { mime_type: 'image/png', data: 'a-_w' } },
          { inlineData: { mimeType: 'audio/mpeg', data: 'AAAA' } },
          { fileData: { mimeType: 'video/mp4', fileUri: 'https://example.com/a.mp4' } },
          { inlineData: { mimeType: 'application/pdf', data: 'AAAA', displayName: 'a.pdf' } },
          { inlineData: { mimeType: 'text/plain', data: Buffer.from('hé').toString('base64') } },
          { fileData: { mimeType: 'image/png', fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/x' } },
        ),
      ),
    ).toEqual([
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'look' },
          { type: 'image', source: { kind: 'data', mediaType: 'image/png', base64: 'a+/w' } },
          { type: 'audio', format: 'mp3', source: { kind: 'data', mediaType: 'audio/mpeg', base64: 'AAAA' } },
          { type: 'video', source: { kind: 'url', url: 'https://example.com/a.mp4', mediaType: 'video/mp4' } },
          { type: 'document', name: 'a.pdf', source: { kind: 'data', mediaType: 'application/pdf', base64: 'AAAA' } },
          { type: 'document', name: undefined, source: { kind: 'text', text: 'hé' } },
          {
            type: 'image',
            source: { kind: 'file', id: 'image/png https://generativelanguage.googleapis.com/v1beta/files/x' },
          },
        ],
      },
    ])
  })

  it('gives calls without ids one each, and finds the results that belong to them', () => {
    const messages = messagesOf(
      user({ text: 'x' }),
      model(call('f'), call('g'), call('f')),
      user(answer('g'), answer('f'), answer('f')),
      model(call('f')),
      user(answer('f')),
    )
    const ids = (index: number) =>
      messages[index]?.parts.map((part) => ('callId' in part ? part.callId : 'id' in part && part.id))
    expect(ids(1)).toEqual(['call_1', 'call_2', 'call_3'])
    expect(ids(2)).toEqual(['call_2', 'call_1', 'call_3'])
    expect(ids(3)).toEqual(['call_4'])
    expect(ids(4)).toEqual(['call_4'])
  })

  it('keeps the ids that are told, and never gives one twice', () => {
    const messages = messagesOf(
      model(call('f', { id: 'a' })),
      user(answer('f', { id: 'a' })),
      model(call('f', { id: 'a' })),
      user(answer('f', { id: 'a' })),
    )
    expect(messages.map((message) => message.parts[0])).toMatchObject([
      { id: 'a' },
      { callId: 'a' },
      { id: 'call_1' },
      { callId: 'call_1' },
    ])
  })

  it('makes one message of a stream that is handed back piece by piece', () => {
    const sealed = writeSignature({ by: 'anthropic', value: 'sig' })
    const redacted = writeRedacted({ type: 'redacted_reasoning', by: 'anthropic', data: 'x' })
    expect(
      messagesOf(
        model({ text: 'I ', thought: true }),
        model({ text: 'think', thought: true }, { text: '', thought: true, thoughtSignature: sealed }),
        model({ text: '', thought: true, thoughtSignature: redacted }),
        model({ text: 'It ' }),
        model({ text: 'is' }, { text: '', thoughtSignature: 'own' }),
      ),
    ).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'I think', signature: { by: 'anthropic', value: 'sig' } },
          { type: 'redacted_reasoning', by: 'anthropic', data: 'x' },
          { type: 'text', text: 'It is' },
          { type: 'reasoning', text: '', signature: { by: 'gemini', value: 'own' } },
        ],
      },
    ])
  })

  it.each([
    [{ output: 'plain' }, 'plain', false],
    [{ output: { a: 1 } }, '{"a":1}', false],
    [{ error: 'broken' }, 'broken', true],
    [{ a: 1, error: 'x' }, '{"a":1,"error":"x"}', false],
    [{}, '{}', false],
  ])('reads the result %j', (response, text, failed) => {
    const [message] = messagesOf(user({ functionResponse: { name: 'f', response } }))
    expect(message?.parts[0]).toMatchObject({ parts: [{ type: 'text', text }], failed })
  })

  it('keeps the signature of a call, and pictures inside a result', () => {
    const picture = { inlineData: { mimeType: 'image/png', data: 'AAAA' } }
    const messages = messagesOf(
      model({ ...call('f'), thoughtSignature: 'own' }),
      user(answer('f', { parts: [picture] }), { text: 'and?' }),
    )
    expect(messages).toMatchObject([
      { parts: [{ type: 'tool_call', signature: { by: 'gemini', value: 'own' } }] },
      { role: 'tool', parts: [{ name: 'f', parts: [{ type: 'text' }, { type: 'image' }] }] },
      { role: 'user', parts: [{ text: 'and?' }] },
    ])
  })
})

describe('reading what is wanted', () => {
  const wish = (generationConfig: JsonObject) => readRequest({ contents: [], generationConfig })

  it('reads the settings of the answer', () => {
    expect(
      wish({
        temperature: 0.5,
        topP: 0.9,
        topK: 40,
        maxOutputTokens: 9,
        seed: 1,
        stopSequences: ['a'],
        candidateCount: 2,
        presencePenalty: 0.1,
        frequencyPenalty: 0.2,
        responseLogprobs: true,
        logprobs: 3,
        responseModalities: ['TEXT', 'IMAGE'],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
      }),
    ).toMatchObject({
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      maximumOutput: 9,
      seed: 1,
      stop: ['a'],
      choices: 2,
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
      logprobs: 3,
      modalities: ['text', 'image'],
      audioOutput: { voice: 'Kore', format: 'pcm16' },
    })
  })

  it.each([
    [{ thinkingBudget: 0 }, { enabled: false, effort: 'none', budget: 0 }],
    [
      { thinkingBudget: -1, includeThoughts: true },
      { enabled: true, effort: undefined, budget: undefined, visible: true },
    ],
    [{ thinking_budget: 512 }, { enabled: true, budget: 512 }],
    [{ thinkingLevel: 'HIGH' }, { enabled: true, effort: 'high' }],
    [{ includeThoughts: false }, undefined],
  ])('reads the wish to think %j', (thinkingConfig, wanted) => {
    if (wanted === undefined) expect(wish({ thinkingConfig }).reasoning).toBeUndefined()
    else expect(wish({ thinkingConfig }).reasoning).toMatchObject(wanted)
  })

  it('reads the form of the answer in either language of schemas', () => {
    const responseMimeType = 'application/json'
    expect(wish({ responseMimeType }).outputFormat).toEqual({ kind: 'json' })
    const wanted = { kind: 'schema', schema: { type: 'object', properties: { a: { type: 'string' } } } }
    const responseSchema = { type: 'OBJECT', properties: { a: { type: 'STRING' } } }
    expect(wish({ responseMimeType, responseSchema }).outputFormat).toMatchObject(wanted)
    expect(wish({ responseMimeType, responseJsonSchema: wanted.schema }).outputFormat).toMatchObject(wanted)
  })

  it('reads instructions from a content or from plain text', () => {
    const system = [{ type: 'text', text: 'be brief' }]
    expect(readRequest({ contents: [], system_instruction: { parts: { text: 'be brief' } } }).system).toEqual(system)
    expect(readRequest({ contents: [], systemInstruction: 'be brief' }).system).toEqual(system)
  })

  it('reads tools, the search of the web, and which may be called', () => {
    const tools = [
      {
        functionDeclarations: [
          { name: 'f', description: 'd', parameters: { type: 'OBJECT', properties: {} } },
          { name: 'g' },
        ],
      },
      { googleSearch: {} },
      { codeExecution: {} },
    ]
    const read = (functionCallingConfig: JsonObject) =>
      readRequest({ contents: [], tools, toolConfig: { functionCallingConfig } })
    expect(read({ mode: 'AUTO' })).toMatchObject({
      tools: [
        { name: 'f', description: 'd', parameters: { type: 'object' } },
        { name: 'g', parameters: undefined },
      ],
      webSearch: {},
      toolChoice: { kind: 'auto' },
    })
    expect(read({ mode: 'NONE' }).toolChoice).toEqual({ kind: 'none' })
    expect(read({ mode: 'ANY', allowedFunctionNames: ['g'] }).toolChoice).toEqual({ kind: 'named', name: 'g' })
    const some = read({ mode: 'ANY', allowedFunctionNames: ['g', 'h'] })
    expect(some.toolChoice).toEqual({ kind: 'required' })
    expect(some.tools.map((tool) => tool.name)).toEqual(['g'])
  })
})

it.each<[JsonObject, string]>([
  [{ contents: [{ role: 'system', parts: [{ text: 'x' }] }] }, 'contents[0].role'],
  [{ contents: [{ parts: [{ text: 1 }] }] }, 'contents[0].parts[0].text'],
  [{ contents: [{ parts: [{ thing: 1 }] }] }, 'contents[0].parts[0]'],
  [{ contents: [{ parts: ['x'] }] }, 'contents[0].parts[0]'],
  [{ contents: [], cachedContent: 'cachedContents/x' }, 'cachedContent'],
  [{ contents: [], tools: [{ fileSearch: {} }] }, 'tools[0].fileSearch'],
  [{ contents: [], tools: [{ functionDeclarations: [{}] }] }, 'tools[0].functionDeclarations[0].name'],
  [{ contents: [], toolConfig: { functionCallingConfig: { mode: 'X' } } }, 'toolConfig.functionCallingConfig.mode'],
  [{ contents: [], generationConfig: { temperature: 'x' } }, 'generationConfig.temperature'],
  [{ contents: [], generationConfig: { responseMimeType: 'text/x.enum' } }, 'generationConfig.responseMimeType'],
  [{ contents: [], generationConfig: { responseModalities: ['SMELL'] } }, 'generationConfig.responseModalities'],
  [{ contents: [], generationConfig: { stopSequences: 'x' } }, 'generationConfig.stopSequences'],
  [
    { contents: [], generationConfig: { thinkingConfig: { thinkingLevel: 'X' } } },
    'generationConfig.thinkingConfig.thinkingLevel',
  ],
  [{ contents: [], systemInstruction: { parts: [{ inlineData: {} }] } }, 'systemInstruction.parts[0]'],
])('names the field of a request that is wrong: %j', (body, field) => {
  expect(() => readRequest(body)).toThrow(`${field}: `)
})
