import { ApiError, type Content, type GenerateContentResponse, GoogleGenAI } from '@google/genai'
import { describe, expect, it } from 'vitest'
import { usageOf } from '#pricing/usage.ts'
import { replyContext } from '#testing/reply-context.ts'
import type { ChatEvent, ChatRequest, ReplyContext } from '../chat.ts'
import { collectReply } from '../chat-stream.ts'
import { geminiEmbeddings } from '../gemini-embeddings/index.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { writeTokenCount } from './count-tokens.ts'
import { geminiGenerate } from './index.ts'
import { writeModelList } from './models.ts'
import { readRequest } from './read-request.ts'
import { createWriter } from './stream-writer.ts'
import { writeReply } from './write-reply.ts'

/** The official client, whose requests go to `answer` in place of the network. */
const clientOf = (answer: (path: string, body: JsonObject) => Response) =>
  new GoogleGenAI({
    apiKey: 'key',
    httpOptions: {
      baseUrl: 'http://127.0.0.1:9',
      fetch: async (url, options) => {
        const body: unknown = typeof options?.body === 'string' ? JSON.parse(options.body) : {}
        return answer(new URL(String(url)).pathname, isObject(body) ? body : {})
      },
    },
  })

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const contextOf = (request: ChatRequest): ReplyContext => replyContext(request)

/** A gateway that answers each request with the next of some answers, streamed or not, and keeps what it was asked. */
const gatewayOf = (answers: readonly (readonly ChatEvent[])[]) => {
  const asked: ChatRequest[] = []
  const client = clientOf((path, body) => {
    geminiGenerate.request.outline(body)
    const request = readRequest(body)
    const events = answers[asked.length] ?? []
    asked.push(request)
    if (path.endsWith(':generateContent')) return json(writeReply(collectReply(events), contextOf(request)))
    const writer = createWriter(contextOf(request))
    const text = events.map((event) => writer.write([event])).join('') + writer.end()
    return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  })
  return { client, asked }
}

const start: ChatEvent = { type: 'start', id: 'r1', model: 'claude', created: undefined }
const usage: ChatEvent = { type: 'usage', usage: usageOf({ input: 7, cacheRead: 3, output: 4, reasoning: 2 }) }
const finish = (reason: 'stop' | 'tool_calls'): ChatEvent => ({
  type: 'finish',
  choice: 0,
  reason,
  stopSequence: undefined,
})

const calling: readonly ChatEvent[] = [
  start,
  { type: 'reasoning', choice: 0, text: 'I should ' },
  { type: 'reasoning', choice: 0, text: 'look' },
  { type: 'reasoning_signature', choice: 0, signature: { by: 'anthropic', value: 'sealed' } },
  { type: 'redacted_reasoning', choice: 0, by: 'anthropic', data: 'hidden' },
  { type: 'text', choice: 0, text: 'One ' },
  { type: 'text', choice: 0, text: 'moment' },
  { type: 'tool_call', choice: 0, call: 0, id: 'toolu_1', name: 'weather' },
  { type: 'arguments', choice: 0, call: 0, text: '{"city":' },
  { type: 'arguments', choice: 0, call: 0, text: '"Berlin"}' },
  { type: 'tool_call', choice: 0, call: 1, id: 'toolu_2', name: 'weather' },
  { type: 'arguments', choice: 0, call: 1, text: '{"city":"Paris"}' },
  finish('tool_calls'),
  usage,
]
const answering: readonly ChatEvent[] = [start, { type: 'text', choice: 0, text: 'Sunny' }, finish('stop'), usage]

const tools = [
  {
    functionDeclarations: [
      { name: 'weather', parametersJsonSchema: { type: 'object', properties: { city: { type: 'string' } } } },
    ],
  },
]
const results = ['toolu_1', 'toolu_2'].map((id) => ({
  functionResponse: { id, name: 'weather', response: { output: `for ${id}` } },
}))

const wordsOf = ({ candidates }: GenerateContentResponse): string =>
  (candidates?.[0]?.content?.parts ?? []).map((part) => (part.thought === true ? '' : (part.text ?? ''))).join('')

/** What the second request must hold of the first answer, whatever the client made of it in between. */
const expectWhole = (request: ChatRequest | undefined) =>
  expect(request?.messages).toEqual([
    { role: 'user', parts: [{ type: 'text', text: 'Weather?' }] },
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'I should look', signature: { by: 'anthropic', value: 'sealed' } },
        { type: 'redacted_reasoning', by: 'anthropic', data: 'hidden' },
        { type: 'text', text: 'One moment' },
        { type: 'tool_call', id: 'toolu_1', name: 'weather', arguments: '{"city":"Berlin"}' },
        { type: 'tool_call', id: 'toolu_2', name: 'weather', arguments: '{"city":"Paris"}' },
      ],
    },
    {
      role: 'tool',
      parts: ['toolu_1', 'toolu_2'].map((callId) => ({
        type: 'tool_result',
        callId,
        name: 'weather',
        parts: [{ type: 'text', text: `for ${callId}` }],
        failed: false,
      })),
    },
  ])

describe("Google's own client", () => {
  it('reads a whole answer, and goes on with calls, thoughts and their seals', async () => {
    const { client, asked } = gatewayOf([calling, answering])
    const chat = client.chats.create({ model: 'm', config: { tools } })
    const first = await chat.sendMessage({ message: 'Weather?' })
    expect(wordsOf(first)).toBe('One moment')
    expect(first.functionCalls).toEqual([
      { id: 'toolu_1', name: 'weather', args: { city: 'Berlin' } },
      { id: 'toolu_2', name: 'weather', args: { city: 'Paris' } },
    ])
    expect(first.usageMetadata).toMatchObject({
      promptTokenCount: 10,
      cachedContentTokenCount: 3,
      candidatesTokenCount: 4,
      thoughtsTokenCount: 2,
      totalTokenCount: 16,
    })
    const second = await chat.sendMessage({ message: results })
    expect(second.text).toBe('Sunny')
    expectWhole(asked[1])
  })

  it('reads a stream, and goes on with it just as well', async () => {
    const { client, asked } = gatewayOf([calling, answering])
    const chat = client.chats.create({ model: 'm', config: { tools } })
    const pieces: string[] = []
    let last: unknown
    for await (const piece of await chat.sendMessageStream({ message: 'Weather?' })) {
      pieces.push(wordsOf(piece))
      last = piece
    }
    expect(pieces.join('')).toBe('One moment')
    expect(last).toMatchObject({ candidates: [{ finishReason: 'STOP' }], usageMetadata: { totalTokenCount: 16 } })
    for await (const _ of await chat.sendMessageStream({ message: results }));
    expectWhole(asked[1])
  })

  it('sends requests in every shape it has, and all are read', async () => {
    const { client, asked } = gatewayOf([answering])
    const contents: Content[] = [
      { role: 'user', parts: [{ text: 'x' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }] },
    ]
    await client.models.generateContent({
      model: 'm',
      contents,
      config: {
        systemInstruction: 'be brief',
        temperature: 0.5,
        maxOutputTokens: 9,
        thinkingConfig: { thinkingBudget: 512, includeThoughts: true },
        responseMimeType: 'application/json',
        responseJsonSchema: { type: 'object', properties: { a: { type: 'string' } } },
        tools: [{ googleSearch: {} }],
        safetySettings: [],
      },
    })
    expect(asked[0]).toMatchObject({
      system: [{ text: 'be brief' }],
      messages: [{ parts: [{ text: 'x' }, { type: 'image' }] }],
      temperature: 0.5,
      maximumOutput: 9,
      reasoning: { enabled: true, budget: 512, visible: true },
      outputFormat: { kind: 'schema' },
      webSearch: {},
    })
  })

  it('throws its own error for a refusal, before a stream and inside it', async () => {
    const refusal = { kind: 'limited', status: 429, code: 'quota_insufficient', message: 'nothing left' } as const
    const refusing = clientOf(() => json(JSON.parse(geminiGenerate.error.write(refusal).toString()), 429))
    const caught: unknown = await refusing.models.generateContent({ model: 'm', contents: 'x' }).catch((error) => error)
    expect(caught).toBeInstanceOf(ApiError)
    expect(caught).toMatchObject({ status: 429, message: expect.stringContaining('RESOURCE_EXHAUSTED') })

    const told = geminiGenerate.error.event({ ...refusal, status: 502 }).toString()
    const writer = createWriter(contextOf(readRequest({ contents: [] })))
    const begun = writer.write(answering.slice(0, 2))
    const breaking = clientOf(() => new Response(begun + told, { headers: { 'content-type': 'text/event-stream' } }))
    const stream = await breaking.models.generateContentStream({ model: 'm', contents: 'x' })
    const texts: (string | undefined)[] = []
    const read = async () => {
      for await (const piece of stream) texts.push(piece.text)
    }
    await expect(read()).rejects.toMatchObject({ name: 'ApiError', status: 502 })
    expect(texts).toEqual(['Sunny'])
  })

  it('counts tokens, lists models and asks for vectors', async () => {
    const client = clientOf((path, body) => {
      if (path.endsWith(':countTokens'))
        return json(writeTokenCount(geminiGenerate.request.outline(body).promptEstimate))
      if (path.endsWith('/models')) return json(writeModelList(['a', 'b'], new URLSearchParams()))
      const common = geminiEmbeddings.common
      if (common?.kind !== 'embeddings') return json({}, 404)
      const request = common.client.readRequest(body)
      expect(request).toMatchObject({ inputs: ['x', 'y'], dimensions: 2, task: 'RETRIEVAL_QUERY' })
      const reply = {
        model: 'm',
        vectors: [
          [1, 2],
          [3, 4],
        ],
        usage: usageOf({ input: 5 }),
      }
      return json(common.client.writeReply(reply, request, 'm'))
    })
    expect((await client.models.countTokens({ model: 'm', contents: 'hello' })).totalTokens).toBe(10)
    const names: (string | undefined)[] = []
    for await (const model of await client.models.list()) names.push(model.name)
    expect(names).toEqual(['models/a', 'models/b'])
    const vectors = await client.models.embedContent({
      model: 'm',
      contents: ['x', 'y'],
      config: { outputDimensionality: 2, taskType: 'RETRIEVAL_QUERY' },
    })
    expect(vectors.embeddings?.map((each) => each.values)).toEqual([
      [1, 2],
      [3, 4],
    ])
  })
})
