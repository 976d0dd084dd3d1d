import { describe, expect, it } from 'vitest'
import { eachTypicalBench } from '#testing/typical-bench.ts'
import { typicalRequests } from '#testing/typical-requests.ts'

type Leaf = { way: string[]; value: number }

const numbersOf = (value: unknown, way: string[] = []): Leaf[] => {
  if (typeof value === 'number') return [{ way, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => numbersOf(item, [...way, name]))
}

/** The text of a body with one number written as the test wants it: not all of them are values of ours. */
const withNumber = (body: unknown, way: readonly string[], written: string): string => {
  const mark = 123_456_789_123
  const put = (value: unknown, [next, ...rest]: readonly string[]): unknown => {
    if (next === undefined) return mark
    if (Array.isArray(value)) return value.map((item, index) => (String(index) === next ? put(item, rest) : item))
    return { ...Object(value), [next]: put(Object(value)[next], rest) }
  }
  return JSON.stringify(put(body, way)).replace(String(mark), written)
}

const inCamelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const forged = ['-5', '1e9999', '-1e308', '1e308', '"10"', '"NaN"', 'true', '[2]', '{}', '1e-7', '9007199254740993']

eachTypicalBench(({ ask, gateway }) => {
  describe('a number in a request', () => {
    it.each(typicalRequests)('T13 T14: is refused by its name where it is forged: $title', async (request) => {
      const before = await gateway().plane.domain.ledger.balance(1)
      for (const { way } of numbersOf(request.body)) {
        const name = way.at(-1) ?? ''
        for (const written of forged) {
          const { status, text, reached } = await ask(request, withNumber(request.body, way, written))
          const about = [way.join('.'), written]
          expect([...about, status]).toEqual([...about, expect.toSatisfy((told) => told === 400 || told === 200)])
          if (status === 400) {
            expect([...about, reached]).toEqual([...about, undefined])
            expect([...about, text]).toEqual([...about, expect.stringMatching(`${name}|${inCamelCase(name)}`)])
          }
          // Whatever is no number at all, or has no end, passes nowhere.
          const isFlag = name === 'logprobs' && written === 'true'
          // Pictures are asked for in forms too, where numbers are texts.
          const isText = request.title === 'pictures' && written === '"10"'
          if (!isFlag && !isText && /^["t[{]|9999|^-1e308/.test(written))
            expect([...about, status]).toEqual([...about, 400])
        }
      }
      expect(await gateway().plane.domain.ledger.balance(1)).toBeLessThanOrEqual(before)
    })
  })
})
