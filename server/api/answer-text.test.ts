import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { pageOf } from '#contract/fields.ts'
import { createAnswerText, writtenAnswer } from './answer-text.ts'

const entry = z.object({ id: z.int(), name: z.optional(z.string()) })
const calling = { method: 'GET', path: '/api/things', access: 'admin', summary: 'Things' } as const
const things = [{ id: 1, name: 'one', secret: 'x' }, { id: 2 }]

it('writes what the contract names and nothing else, whatever the shape of an answer', async () => {
  const read = async (data: z.ZodMiniType, answer: unknown) =>
    JSON.parse(await createAnswerText(endpoint({ ...calling, data }))(answer))
  const wrapped = { success: true, message: '' }
  expect(await read(entry, things[0])).toEqual({ ...wrapped, data: { id: 1, name: 'one' } })
  expect(await read(z.array(entry), things)).toEqual({ ...wrapped, data: [{ id: 1, name: 'one' }, { id: 2 }] })
  expect(await read(z.array(entry), [])).toEqual({ ...wrapped, data: [] })
  const page = { items: [{ id: 1, name: 'one' }, { id: 2 }], page: 1, page_size: 10, total: 2 }
  expect(await read(pageOf(entry), { ...page, items: things, secret: 'x' })).toEqual({ ...wrapped, data: page })
  expect(await read(z.object({ items: z.array(entry) }), { items: things })).toEqual({
    ...wrapped,
    data: { items: page.items },
  })
  expect(await read(z.optional(z.null()), undefined)).toEqual({ ...wrapped, data: null })
  const beside = createAnswerText(endpoint({ ...calling, data: z.null(), beside: z.object({ time: z.number() }) }))
  expect(JSON.parse(await beside({ data: null, beside: { time: 0.5, secret: 'x' } }))).toEqual({
    ...wrapped,
    data: null,
    time: 0.5,
  })
})

it('passes on what was written already', async () => {
  const write = createAnswerText(endpoint({ ...calling, data: z.array(entry) }))
  expect(await write(writtenAnswer('[{"id":1}]'))).toBe('{"success":true,"message":"","data":[{"id":1}]}')
})

it('refuses an answer that is not what the contract says', async () => {
  for (const data of [entry, z.array(entry), pageOf(entry)]) {
    const write = createAnswerText(endpoint({ ...calling, data }))
    for (const wrong of ['text', { id: 'one' }, [{ id: 'one' }], { items: [{ id: 'one' }], page: 1 }]) {
      await expect(write(wrong)).rejects.toThrow()
    }
  }
})

it('lets others in while it writes a long list', async () => {
  const write = createAnswerText(endpoint({ ...calling, data: z.array(entry) }))
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const text = await write(Array.from({ length: 50_000 }, (_, id) => ({ id, name: `thing ${id}` })))
  clearImmediate(next)
  expect(JSON.parse(text).data).toHaveLength(50_000)
  expect(turns).toBeGreaterThan(3)
})
