import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { usageOf } from '#pricing/usage.ts'
import { recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import type { JsonObject } from '../json/json.ts'
import { openaiEmbeddings } from './index.ts'
import { readReply, writeReply } from './reply.ts'
import { readRequest, writeRequest } from './request.ts'
import { readVector, writeVector } from './vector.ts'

const { outline, amend } = openaiEmbeddings.request

describe('asking for vectors', () => {
  it.each<[unknown, unknown[]]>([
    ['x', ['x']],
    ['', ['']],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [[1, 2, 3], [[1, 2, 3]]],
    [
      [[1], [2, 3]],
      [[1], [2, 3]],
    ],
    [[{ text: 'a' }], ['a']],
  ])('reads the input %j', (input, inputs) => {
    expect(readRequest({ model: 'm', input }).inputs).toEqual(inputs)
  })

  it('reads the rest, and writes it as the vendors know it', () => {
    const body = { model: 'm', input: 'x', dimensions: 8, encoding_format: 'base64', user: 'u', input_type: 'query' }
    const request = readRequest(body)
    expect(request).toMatchObject({ dimensions: 8, encoding: 'base64', user: 'u', task: 'RETRIEVAL_QUERY' })
    expect(writeRequest(request, { model: 'n' })).toEqual({ model: 'n', input: ['x'], dimensions: 8, user: 'u' })
  })

  it('estimates by texts and by tokens, and changes nothing but the model', () => {
    expect(outline({ model: 'm', input: [1, 2, 3] }).promptEstimate).toBe(3)
    expect(outline({ model: 'm', input: ['word '.repeat(300), 'x'] }).promptEstimate).toBeGreaterThan(300)
    const text = '{"model":"m","input":"x","odd":1}'
    const body = JSON.parse(text)
    expect(amend(Buffer.from(text), body, outline(body), 'm').toString()).toBe(text)
    expect(amend(Buffer.from(text), body, outline(body), 'n').toString()).toBe(text.replace('"m"', '"n"'))
  })

  it.each<[JsonObject, string]>([
    [{ input: 'x' }, 'model'],
    [{ model: 'm' }, 'input'],
    [{ model: 'm', input: [] }, 'input'],
    [{ model: 'm', input: [{ image: 'x' }] }, 'input[0]'],
    [{ model: 'm', input: [[-1]] }, 'input[0]'],
    [{ model: 'm', input: 'x', dimensions: 0 }, 'dimensions'],
    [{ model: 'm', input: 'x', encoding_format: 'int8' }, 'encoding_format'],
  ])('names the field of a request that is wrong: %j', (body, field) => {
    expect(() => readRequest(body)).toThrow(`${field}: `)
  })
})

describe('vectors in both of their forms', () => {
  it('are the same vector', () => {
    const vector = [0.5, -0.25, 1, -3.0517578125e-5]
    expect(writeVector([1])).toBe('AACAPw==')
    expect(readVector(writeVector(vector))).toEqual(vector)
    expect(readVector(vector)).toEqual(vector)
  })

  it.each([[''], ['AAAA'], [[]], [['x']], [undefined], [Buffer.from('7f7f7f7f', 'hex').toString('base64')]])(
    'are not guessed at: %j',
    (value) => {
      expect(() => readVector(value)).toThrow(/^answer: /)
    },
  )

  it('come in the order of the inputs, whatever order they are told in', () => {
    const data = [
      { index: 1, embedding: [2] },
      { index: 0, embedding: [1] },
    ]
    expect(readReply(Buffer.from(JSON.stringify({ data }))).vectors).toEqual([[1], [2]])
  })

  it.each(['{}', '<html>', '{"data":[]}', '{"error":{"message":"m"}}'])('are not found in %s', (body) => {
    expect(() => readReply(Buffer.from(body))).toThrow(/^answer: /)
  })
})

describe('usage', () => {
  it.each([
    [{ prompt_tokens: 7, total_tokens: 7 }, { input: 7 }],
    [{ total_tokens: 12 }, { input: 12 }],
    [{ prompt_tokens: -1 }, undefined],
  ])('is read from %j', (wire, expected) => {
    const usage = openaiEmbeddings.reply.usage(Buffer.from(JSON.stringify({ data: [], usage: wire, id: 'x' })))
    if (expected === undefined) expect(usage).toBeUndefined()
    else expect(usage).toMatchObject(expected)
  })

  it('is none where an answer ends early', () => {
    expect(openaiEmbeddings.reply.usage(Buffer.from('{"usage":{"prompt_tokens":7'))).toBeUndefined()
    expect(openaiEmbeddings.reply.usage(Buffer.from('{"data":[]}'))).toBeUndefined()
  })
})

it("gives OpenAI's own client its vectors, which it asks for as base64", async () => {
  const client = new OpenAI({
    apiKey: 'key',
    baseURL: 'http://127.0.0.1:9/v1',
    fetch: async (_url, options) => {
      const request = readRequest(JSON.parse(String(options?.body)))
      expect(request.encoding).toBe('base64')
      const reply = {
        model: '',
        vectors: [
          [0.5, 1],
          [2, -1],
        ],
        usage: usageOf({ input: 4 }),
      }
      return new Response(JSON.stringify(writeReply(reply, request, request.model)), {
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  const answer = await client.embeddings.create({ model: 'm', input: ['a', 'b'] })
  expect(answer.data.map((each) => each.embedding)).toEqual([
    [0.5, 1],
    [2, -1],
  ])
  expect(answer).toMatchObject({ model: 'm', usage: { prompt_tokens: 4, total_tokens: 4 } })
})

const expectation = z.looseObject({
  embeddings_count: z.optional(z.number()),
  dimensions: z.optional(z.number()),
  first_values: z.optional(z.array(z.number())),
  notes: z.optional(z.array(z.string())),
})
const recorded = recordingsOf('openai-embeddings')
const answers = recorded.filter(({ response }) => response.status === 200)

describe.skipIf(!recordingsPresent)('recorded answers of real providers', () => {
  it.each(answers.map((each) => [each.id, each] as const))(
    'reads %s, and what it writes says the same',
    (_id, each) => {
      const wanted = expectation.parse(each.expected)
      const bytes = Buffer.from(each.response.body ?? '')
      expect(openaiEmbeddings.reply.usage(bytes)).toMatchObject({ input: each.expected.usage?.input })
      if (wanted.notes?.includes('base64_not_float32') === true) {
        expect(() => readReply(bytes)).toThrow(/unknown encoding/)
        return
      }
      const reply = readReply(bytes)
      expect(reply.vectors).toHaveLength(wanted.embeddings_count ?? 0)
      expect(reply.vectors[0]).toHaveLength(wanted.dimensions ?? 0)
      for (const [index, value] of wanted.first_values?.entries() ?? []) {
        expect(reply.vectors[0]?.[index]).toBeCloseTo(value, 6)
      }
      for (const encoding of ['float', 'base64'] as const) {
        const request = { ...readRequest({ model: 'm', input: 'x' }), encoding }
        const again = readReply(Buffer.from(JSON.stringify(writeReply(reply, request, reply.model))))
        expect(again.usage).toEqual(reply.usage)
        for (const [index, value] of (reply.vectors[0] ?? []).entries()) {
          expect(again.vectors[0]?.[index]).toBeCloseTo(value, 6)
        }
      }
    },
  )

  it.each(recorded.filter(({ response }) => response.status !== 200).map((each) => [each.id, each] as const))(
    'reads the refusal %s',
    (_id, each) => {
      const problem = openaiEmbeddings.error.read(each.response.status, Buffer.from(each.response.body ?? ''))
      expect(each.expected.error).toMatchObject({ message: problem.message })
    },
  )
})
