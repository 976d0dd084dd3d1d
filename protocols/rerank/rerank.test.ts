import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { usageOf } from '#pricing/usage.ts'
import { recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { rerank } from './index.ts'
import { readReply, writeReply } from './reply.ts'
import { readRequest, writeRequest } from './request.ts'

const { outline, amend } = rerank.request
const body = { model: 'm', query: 'q', documents: ['a', { text: 'b' }, 'c'] }
const reply = (value: unknown) => readReply(Buffer.from(JSON.stringify(value)))

describe('asking for an order', () => {
  it('reads what is asked, and hands on what only some vendors know', () => {
    const request = readRequest({ ...body, top_n: 2, return_documents: true, max_chunk_per_doc: 10, instruction: 'i' })
    expect(request).toEqual({
      model: 'm',
      query: 'q',
      documents: ['a', { text: 'b' }, 'c'],
      topN: 2,
      returnDocuments: true,
      extra: { max_chunk_per_doc: 10, instruction: 'i' },
    })
    expect(writeRequest(request, { model: 'n' })).toEqual({
      model: 'n',
      query: 'q',
      documents: ['a', { text: 'b' }, 'c'],
      top_n: 2,
      return_documents: true,
      max_chunk_per_doc: 10,
      instruction: 'i',
    })
  })

  it('never asks for the best none', () => {
    expect(writeRequest(readRequest({ ...body, top_n: 0 }), { model: 'm' })).toEqual(body)
  })

  it('estimates the question and every document, and changes nothing but the model', () => {
    expect(outline({ ...body, documents: ['word '.repeat(300)] }).promptEstimate).toBeGreaterThan(300)
    const text = '{"model":"m","query":"q","documents":["a"],"odd":1}'
    const parsed = JSON.parse(text)
    expect(amend(Buffer.from(text), parsed, outline(parsed), 'n').toString()).toBe(text.replace('"m"', '"n"'))
  })

  it.each<[JsonObject, string]>([
    [{ ...body, model: '' }, 'model'],
    [{ ...body, query: '' }, 'query'],
    [{ ...body, documents: [] }, 'documents'],
    [{ ...body, documents: [1] }, 'documents[0]'],
    [{ ...body, top_n: -1 }, 'top_n'],
    [{ ...body, return_documents: 'yes' }, 'return_documents'],
  ])('names the field of a request that is wrong: %j', (given, field) => {
    expect(() => readRequest(given)).toThrow(`${field}: `)
  })
})

describe('reading the order', () => {
  const results = [{ index: 1, relevance_score: 0.9 }]

  it.each([
    ['Jina', { model: 'j', results: [{ ...results[0], document: { text: 'b' } }], usage: { total_tokens: 9 } }, 9],
    ['Cohere', { id: 'i', results, meta: { billed_units: { search_units: 1 } } }, undefined],
    ['SiliconFlow', { id: 'i', results, meta: { tokens: { input_tokens: 9, output_tokens: 1 } } }, 9],
    ['Xinference', { id: 'i', results: [{ ...results[0], document: 'b' }], meta: null }, undefined],
    ['Voyage', { object: 'list', data: results, usage: { total_tokens: 9 } }, 9],
    ['a bare list', [{ index: 1, score: 0.9 }], undefined],
  ])('reads the answer of %s', (_name, answer, tokens) => {
    const read = reply(answer)
    expect(read.results).toMatchObject([{ index: 1, score: 0.9 }])
    expect(read.usage?.input).toBe(tokens)
    expect(rerank.reply.usage(Buffer.from(JSON.stringify(answer)))?.input).toBe(tokens)
  })

  it('leaves out what is no result, and refuses what is no answer', () => {
    expect(reply({ results: [null, { index: -1, score: 1 }, { index: 0 }] }).results).toEqual([])
    for (const answer of [{}, 'x', { detail: 'm' }]) expect(() => reply(answer)).toThrow(/^answer: /)
  })
})

describe('telling the order', () => {
  const given = {
    id: 'i',
    model: 'upstream',
    results: [
      { index: 0, score: 0.1, document: undefined },
      { index: 9, score: 0.99, document: undefined },
      { index: 1, score: 0.9, document: { text: 'told' } },
      { index: 2, score: 0.5, document: undefined },
    ],
    usage: usageOf({ input: 7 }),
  }
  const told = (wishes: JsonObject) => writeReply(given, readRequest({ ...body, ...wishes }), 'asked-for')

  it('tells the best first, as many as were asked for, with the documents that are wanted', () => {
    expect(told({ top_n: 2, return_documents: true })).toEqual({
      id: 'i',
      model: 'asked-for',
      results: [
        { index: 1, relevance_score: 0.9, document: { text: 'told' } },
        { index: 2, relevance_score: 0.5, document: { text: 'c' } },
      ],
      usage: { prompt_tokens: 7, completion_tokens: 0, total_tokens: 7 },
    })
    expect(told({ return_documents: false }).results).toEqual([
      { index: 1, relevance_score: 0.9 },
      { index: 2, relevance_score: 0.5 },
      { index: 0, relevance_score: 0.1 },
    ])
  })
})

const expectation = z.object({ results: z.array(z.object({ index: z.number(), score: z.number() })) })
const recorded = recordingsOf('rerank')
const answers = recorded.filter(({ response }) => response.status === 200)

describe.skipIf(!recordingsPresent)('recorded exchanges of real providers', () => {
  it.each(answers.map((each) => [each.id, each] as const))(
    'reads %s, and what it writes says the same',
    (_id, each) => {
      const wanted = expectation.parse(each.expected).results
      const read = readReply(Buffer.from(each.response.body ?? ''))
      const orderOf = ({ results }: typeof read) => results.map(({ index, score }) => ({ index, score }))
      expect(orderOf(read)).toEqual(wanted)
      expect(read.usage?.input).toBe(each.expected.usage?.input)
      const asked = each.request?.body
      expect(isObject(asked)).toBe(true)
      if (!isObject(asked)) return
      const request = readRequest(asked)
      expect(orderOf(reply(writeReply(read, request, 'm')))).toEqual(wanted)
      expect(writeRequest(request, { model: request.model })).toEqual(asked)
    },
  )

  it.each(recorded.filter(({ response }) => response.status !== 200).map((each) => [each.id, each] as const))(
    'reads the refusal %s',
    (_id, each) => {
      const problem = rerank.error.read(each.response.status, Buffer.from(each.response.body ?? ''))
      expect(each.expected.error).toMatchObject({ message: problem.message })
    },
  )
})
