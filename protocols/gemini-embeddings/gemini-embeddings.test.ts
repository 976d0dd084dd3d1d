import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { usageOf } from '#pricing/usage.ts'
import { recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { geminiEmbeddings } from './index.ts'
import { readReply, writeReply } from './reply.ts'
import { readRequest, writeRequest } from './request.ts'

const { outline, amend } = geminiEmbeddings.request
const content = (...texts: string[]) => ({ parts: texts.map((text) => ({ text })) })

describe('asking for vectors', () => {
  it('reads one ask, and a list of them', () => {
    expect(
      readRequest({ content: content('a', 'b'), task_type: 'retrieval_document', title: 't', outputDimensionality: 8 }),
    ).toEqual({
      model: '',
      inputs: ['a\nb'],
      dimensions: 8,
      encoding: 'float',
      user: undefined,
      task: 'RETRIEVAL_DOCUMENT',
      title: 't',
      single: true,
    })
    const requests = ['a', 'b'].map((text) => ({ model: 'models/m', content: content(text), taskType: 'CLUSTERING' }))
    const list = readRequest({ requests })
    expect(list).toMatchObject({ inputs: ['a', 'b'], task: 'CLUSTERING' })
    expect(list.single).toBeUndefined()
  })

  it('writes one ask, and a list of them', () => {
    const request = readRequest({ content: content('a'), taskType: 'CLUSTERING', outputDimensionality: 8 })
    const ask = { model: 'models/m', content: content('a'), taskType: 'CLUSTERING', outputDimensionality: 8 }
    expect(writeRequest(request, { model: 'm' })).toEqual(ask)
    expect(writeRequest({ ...request, single: false }, { model: 'm' })).toEqual({ requests: [ask] })
    expect(() => writeRequest({ ...request, inputs: [[1, 2]] }, { model: 'm' })).toThrow(/^input: /)
  })

  it('names the new model wherever a body names one', () => {
    const body = { requests: [{ model: 'models/m', content: content('a') }] }
    const bytes = Buffer.from(JSON.stringify(body))
    const asked = { ...outline(body), model: 'm' }
    expect(amend(bytes, body, asked, 'm')).toBe(bytes)
    expect(JSON.parse(amend(bytes, body, asked, 'n').toString()).requests[0].model).toBe('models/n')
    const single = { model: 'models/m', content: content('a') }
    const amended = amend(Buffer.from(JSON.stringify(single)), single, asked, 'n')
    expect(JSON.parse(amended.toString())).toEqual({ model: 'models/n', content: content('a') })
  })

  it('estimates high rather than low', () => {
    expect(outline({ content: content('word '.repeat(300)) }).promptEstimate).toBeGreaterThan(300)
  })

  it.each<[JsonObject, string]>([
    [{}, 'content'],
    [{ requests: [] }, 'requests'],
    [{ content: { parts: [] } }, 'content.parts'],
    [{ content: { parts: [{ inlineData: {} }] } }, 'content.parts[0]'],
    [{ requests: [{ content: content('a'), outputDimensionality: 0 }] }, 'requests[0].outputDimensionality'],
    [{ requests: [{ content: content('a'), taskType: 'X' }, { content: content('b') }] }, 'requests'],
  ])('names the field of a request that is wrong: %j', (body, field) => {
    expect(() => readRequest(body)).toThrow(`${field}: `)
  })
})

describe('answering with vectors', () => {
  const reply = { model: '', vectors: [[1, 2]], usage: usageOf({ input: 3 }) }

  it('answers one ask with one vector, and a list with a list', () => {
    const single = readRequest({ content: content('a') })
    const list = readRequest({ requests: [{ content: content('a') }] })
    const usageMetadata = { promptTokenCount: 3 }
    expect(writeReply(reply, single)).toEqual({ embedding: { values: [1, 2] }, usageMetadata })
    expect(writeReply(reply, list)).toEqual({ embeddings: [{ values: [1, 2] }], usageMetadata })
    for (const request of [single, list]) {
      const bytes = Buffer.from(JSON.stringify(writeReply(reply, request)))
      expect(readReply(bytes)).toEqual(reply)
      expect(geminiEmbeddings.reply.usage(bytes)).toMatchObject({ input: 3 })
    }
  })

  it.each(['{}', '<html>', '{"embeddings":[]}', '{"embeddings":[{}]}'])('finds no vectors in %s', (body) => {
    expect(() => readReply(Buffer.from(body))).toThrow(/^answer: /)
  })
})

const expectation = z.object({
  embeddings_count: z.number(),
  dimensions: z.number(),
  first_values: z.array(z.number()),
})

describe.skipIf(!recordingsPresent)('recorded exchanges of Google', () => {
  it.each(recordingsOf('gemini-embed').map((each) => [each.id, each] as const))('reads %s', (_id, each) => {
    const wanted = expectation.parse(each.expected)
    const bytes = Buffer.from(each.response.body ?? '')
    const { vectors } = readReply(bytes)
    expect(vectors).toHaveLength(wanted.embeddings_count)
    expect(vectors[0]).toHaveLength(wanted.dimensions)
    expect(vectors[0]?.slice(0, wanted.first_values.length)).toEqual(wanted.first_values)
    expect(geminiEmbeddings.reply.usage(bytes)).toBeUndefined()
    const body = each.request?.body
    expect(isObject(body)).toBe(true)
    if (isObject(body)) expect(writeRequest(readRequest(body), { model: 'gemini-embedding-001' })).toEqual(body)
  })
})
