import { describe, expect, it } from 'vitest'
import { protocolOf } from '#protocols/index.ts'
import { memberNamesOf } from '#protocols/known-names.ts'
import { carelessReaders } from '#testing/careless-readers.ts'
import { createRandom } from '#testing/seeded-random.ts'
import { eachTypicalBench } from '#testing/typical-bench.ts'
import { type TypicalRequest, typicalRequests } from '#testing/typical-requests.ts'
import { findEndpoint } from './find-endpoint.ts'

const namesOf = ({ path }: TypicalRequest) => {
  const endpoint = findEndpoint('POST', path, {})
  if (endpoint === undefined || endpoint === 'wrong_method') throw new Error(`${path} is no path of the relay`)
  return memberNamesOf(protocolOf(endpoint.protocol))
}

/** Every object of a body whose names mean something to its reader, by the way that leads to it. */
const objectsIn = (request: TypicalRequest): string[][] => {
  const { known } = namesOf(request)
  const found: string[][] = []
  const visit = (value: unknown, way: string[]) => {
    if (typeof value !== 'object' || value === null) return
    if (!Array.isArray(value)) found.push(way)
    for (const [name, item] of Object.entries(value)) {
      if (Array.isArray(value) || known.get(name) === 'names') visit(item, [...way, name])
    }
  }
  visit(request.body, [])
  return found
}

type Members = [written: string, value: string][]

/** The text of a body with the members of one of its objects written as the test wants them. */
const writeWith = (body: unknown, way: readonly string[], change: (members: Members) => Members): string => {
  const [next, ...rest] = way
  if (Array.isArray(body)) {
    return `[${body.map((item, index) => (String(index) === next ? writeWith(item, rest, change) : JSON.stringify(item)))}]`
  }
  const members = Object.entries(Object(body)).map(([name, value]): Members[number] => [
    JSON.stringify(name),
    name === next ? writeWith(value, rest, change) : JSON.stringify(value),
  ])
  const changed = next === undefined ? change(members) : members
  return `{${changed.map(([name, value]) => `${name}:${value}`).join(',')}}`
}

const escaped = (name: string): string => {
  const middle = Math.floor(name.length / 2)
  const code = name.charCodeAt(middle).toString(16).padStart(4, '0')
  return `"${name.slice(0, middle)}\\u${code}${name.slice(middle + 1)}"`
}

/** Other ways to write a name that some reader takes for it. */
const disguises = (name: string): string[] =>
  [
    name.toUpperCase(),
    name.charAt(0).toUpperCase() + name.slice(1),
    name.replace('s', '\u017f'),
    name.replace('k', '\u212a'),
    `${name}\0`,
    `${name}\0x`,
  ].filter((disguise) => disguise !== name)

const other = (value: string): string => (value.startsWith('"') ? '"other"' : value === 'true' ? 'false' : '7')

/** Bodies that two readers may understand differently, with the name in doubt. */
const doubtsOf = (request: TypicalRequest, random: () => number): { text: string; name: string }[] => {
  const doubts: { text: string; name: string }[] = []
  for (const way of objectsIn(request)) {
    const names: string[] = []
    writeWith(request.body, way, (members) => {
      names.push(...members.map(([written]) => JSON.parse(written)))
      return members
    })
    const { known } = namesOf(request)
    for (const name of names) {
      const add = (change: (members: Members, value: string) => Members) => {
        const text = writeWith(request.body, way, (members) => {
          const value = members.find(([written]) => JSON.parse(written) === name)?.[1] ?? ''
          return change(members, value)
        })
        doubts.push({ text, name })
      }
      const written = JSON.stringify(name)
      add((members, value) => [[written, other(value)], ...members])
      add((members, value) => [...members, [escaped(name), other(value)]])
      if (!known.has(name)) continue
      const disguise = disguises(name)
      const one = JSON.stringify(disguise[Math.floor(random() * disguise.length)])
      add((members, value) => [...members, [one, other(value)]])
      add((members) => members.map(([each, value]) => [each === written ? one : each, value]))
      const twin = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      const spelling = twin === name ? snake : twin
      const isGoogles = request.channelType === 24
      if (isGoogles && spelling !== name)
        add((members, value) => [...members, [JSON.stringify(spelling), other(value)]])
    }
  }
  return doubts
}

/** What the gateway itself puts into a request on its way. */
const withoutOurs = (value: unknown): unknown => {
  const { stream_options: _, ...rest } = Object(value)
  return rest
}

eachTypicalBench(({ ask, upstream }) => {
  describe('a body that two readers may understand differently', () => {
    it.each(typicalRequests)('T41: is as it is without doubts: $title', async (request) => {
      const { status, reached } = await ask(request, JSON.stringify(request.body))
      expect(status).toBe(200)
      expect(withoutOurs(reached?.body)).toEqual(request.body)
    })

    it.each(typicalRequests)(
      'T41: is refused by the name of its member, or read alike by every reader: $title',
      async (request) => {
        const readers = carelessReaders([...namesOf(request).known.keys()])
        let refused = 0
        for (const { text, name } of doubtsOf(request, createRandom(20))) {
          const { status, text: told, reached } = await ask(request, text)
          if (status === 400) {
            const named = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
            expect([text, told]).toEqual([text, expect.stringMatching(`${name}|${named}`)])
            expect([text, reached]).toEqual([text, undefined])
            refused += 1
            continue
          }
          const sent = reached?.text ?? ''
          const wanted = JSON.stringify(readers[1]?.read(sent))
          for (const { title, read } of readers)
            expect([title, text, JSON.stringify(read(sent))]).toEqual([title, text, wanted])
        }
        expect(refused).toBeGreaterThan(0)
      },
      60_000,
    )

    it.each(typicalRequests)('T41: is read alike whatever JSON allows: $title', async (request) => {
      const whole = JSON.stringify(request.body)
      const readers = carelessReaders([...namesOf(request).known.keys()])
      const limit = /"(?:max_\w*tokens|maxOutputTokens|max_output_tokens|n|top_n|dimensions|outputDimensionality)":\d+/
      const name = limit.exec(whole)?.[0].split(':')[0]
      const numbers = [
        '1e400',
        '-0',
        '1.0',
        '1e0',
        '-1',
        '0.5',
        '1e309',
        '9007199254740993',
        '"1"',
        'true',
        '[1]',
        '{}',
      ]
      const texts = [
        ...numbers.map((number) => whole.replace(limit, `${name}:${number}`)),
        `\ufeff${whole}`,
        `  ${whole}\n\t `,
        `${whole}{}`,
        `${whole}]`,
        `${whole}\0`,
        `${whole},"model":"other"}`,
        `${whole}//`,
        whole.replace('{', '{"__proto__":{"model":"other"},'),
        whole.replace('{', '{"\\u005f_proto__":{"model":"other"},'),
        whole.replace('{', '{"mod\\ud800el":"other",'),
        whole.replace('{', '{"":{"":1,"":2},'),
        whole.replace('{', `{"x":${'['.repeat(100)}${']'.repeat(100)},`),
        whole.replace('{', "{'model':'other',"),
        whole.replace('{', '{"x":NaN,'),
        whole.replace('{', '{"x":"\u0001",'),
        whole.replace('{', '{/*"*/'),
      ]
      for (const text of texts) {
        const { status, reached } = await ask(request, text)
        if (status === 400) {
          expect([text, reached]).toEqual([text, undefined])
          continue
        }
        const sent = reached?.text ?? ''
        const wanted = JSON.stringify(readers[1]?.read(sent))
        for (const { title, read } of readers) {
          expect([title, text, JSON.stringify(read(sent))]).toEqual([title, text, wanted])
        }
      }
    })

    it('T41: is refused in the client’s own dialect, with the name of the member', async () => {
      for (const request of typicalRequests) {
        const text = JSON.stringify(request.body).replace('{', '{"stream":true,"stream":false,')
        const answer = await ask(request, text)
        expect([request.title, answer.status]).toEqual([request.title, 400])
        expect(JSON.parse(answer.text).error.message).toContain('stream')
      }
      expect(upstream().calls.filter(({ text }) => text.includes('"stream":true,"stream"'))).toEqual([])
    })
  })
})
