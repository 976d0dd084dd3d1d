import { beforeAll, describe, expect, it } from 'vitest'
import { unreadMembers } from '#protocols/searched-texts.ts'
import { oneTypicalBench } from '#testing/typical-bench.ts'
import { translatedRequests, typicalModels, typicalRequests } from '#testing/typical-requests.ts'

const word = 'forbidden'
const sentence = `What it says is ${word} here.`

type Leaf = { way: string[]; text: string }

const leavesOf = (value: unknown, way: string[] = []): Leaf[] => {
  if (typeof value === 'string') return [{ way, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => leavesOf(item, [...way, name]))
}

const withLeaf = (value: unknown, [next, ...rest]: readonly string[], text: string): unknown => {
  if (next === undefined) return text
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === next ? withLeaf(item, rest, text) : item))
  return { ...Object(value), [next]: withLeaf(Object(value)[next], rest, text) }
}

/** The member that a leaf belongs to, whatever lists it stands in. */
const memberOf = (way: readonly string[]): string => way.findLast((name) => !/^\d+$/.test(name)) ?? ''

/** What is kept at an upstream and was not made by its user is told to be missing before it is read. */
const refusal = expect.toSatisfy((status) => status === 400 || status === 404)

const inBase64 = Buffer.from(`${sentence} `.repeat(8)).toString('base64')

oneTypicalBench(({ ask, root, upstream }) => {
  beforeAll(async () => {
    for (const [key, value] of [
      ['SensitiveWords', word],
      ['CheckSensitiveEnabled', 'true'],
      ['CheckSensitiveOnPromptEnabled', 'true'],
    ]) {
      await root().put('/api/option/', { key, value })
    }
  })

  describe('a word that is not let through', () => {
    it.each([...typicalRequests, ...translatedRequests])(
      'is found in every text that a model may read: $title',
      async (request) => {
        expect((await ask(request, JSON.stringify(request.body))).status).toBe(200)
        for (const { way, text } of leavesOf(request.body)) {
          const send = (put: string) => ask(request, JSON.stringify(withLeaf(request.body, way, put)))
          // A sentence is found everywhere, one word where it is not a word of the dialect or the mark of a machine.
          const told = await send(sentence)
          expect([way.join('.'), told.status, told.reached]).toEqual([way.join('.'), refusal, undefined])
          const alone = await send(word)
          const isLetThrough = unreadMembers.has(memberOf(way)) && memberOf(way) !== 'role'
          if (!isLetThrough)
            expect([way.join('.'), alone.status, alone.reached]).toEqual([way.join('.'), refusal, undefined])
          if (!/^data:|^[\w+/]{40,}/.test(text)) continue
          for (const data of [
            inBase64,
            `data:text/plain;base64,${inBase64}`,
            `data:,${encodeURIComponent(sentence)}`,
          ]) {
            const packed = await send(data)
            expect([way.join('.'), data, packed.status]).toEqual([way.join('.'), data, 400])
          }
        }
      },
    )

    it.each([
      [
        'in the name of a property',
        { tools: [{ type: 'function', function: { name: 'f', parameters: { properties: { [word]: {} } } } }] },
      ],
      [
        'in the name of an argument',
        { messages: [{ role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: `{"${word}":1}` } }] }] },
      ],
      [
        'escaped in an argument',
        {
          messages: [
            { role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: '{"a":"f\\u006frbidden"}' } }] },
          ],
        },
      ],
      ['in a member that nobody knows', { some: { other: [sentence] } }],
      ['in a text that looks like an address of data', { messages: [{ role: 'user', content: `data: ${sentence}` }] }],
      ['in a text that looks like data', { messages: [{ role: 'user', content: `data:text/plain;base64,${word}` }] }],
      ['in a long word', { messages: [{ role: 'user', content: `${'a'.repeat(100)}_${word}_${'b'.repeat(100)}` }] }],
      ['in the role of a message', { messages: [{ role: word, content: 'x' }] }],
      ['with another case', { messages: [{ role: 'user', content: 'FORBIDDEN' }] }],
    ])('is found %s', async (_title, change) => {
      const messages = [{ role: 'user', content: 'x' }]
      const body = JSON.stringify({ model: typicalModels[1], messages, ...change })
      const { status, text } = await ask({ path: '/v1/chat/completions' }, body)
      expect([status, JSON.parse(text).error.code]).toEqual([400, 'sensitive_words_detected'])
    })

    it.each([
      ['in the text of a form', (form: FormData) => form.append('prompt', sentence)],
      ['in a field that nobody knows', (form: FormData) => form.append('anything', sentence)],
      ['in the name of a field', (form: FormData) => form.append(word, 'x')],
      ['in the name of a file', (form: FormData) => form.append('file', new Blob(['\0']), `${word}.mp3`)],
      ['in a file that is text', (form: FormData) => form.append('file', new Blob([sentence]), 'a.txt')],
    ])('is found %s', async (_title, fill) => {
      const form = new FormData()
      form.append('model', typicalModels[1])
      fill(form)
      if (!form.has('file')) form.append('file', new Blob(['\0\0']), 'a.mp3')
      const written = new Response(form)
      const [bytes, type] = [Buffer.from(await written.arrayBuffer()), written.headers.get('content-type') ?? '']
      const asked = upstream().calls.length
      const { status, text } = await ask({ path: '/v1/audio/transcriptions' }, bytes, type)
      expect([status, JSON.parse(text).error.code]).toEqual([400, 'sensitive_words_detected'])
      expect(upstream().calls.length).toBe(asked)
    })

    it('is no matter in the marks of a picture, nor in the words of the dialect', async () => {
      await root().put('/api/option/', { key: 'SensitiveWords', value: 'user\nimage\nmessages\nivbor' })
      const request = typicalRequests.find(({ title }) => title === 'moderations')
      if (request === undefined) throw new Error('there is no such request')
      expect((await ask(request, JSON.stringify(request.body))).status).toBe(200)
      await root().put('/api/option/', { key: 'SensitiveWords', value: word })
    })
  })
})
