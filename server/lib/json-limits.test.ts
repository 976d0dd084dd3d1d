import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkJsonDepth, deepestJson, mostJsonParts, parseJson } from './json-limits.ts'

const parse = (text: string) => parseJson(Buffer.from(text))
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('parseJson', () => {
  it('parses what JSON.parse parses, and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json({ maxDepth: 8 }), fc.string()), (text) => {
        const result = parse(text)
        if (text.includes('__proto__')) return
        try {
          expect(result).toMatchObject({ ok: true, value: JSON.parse(text) })
        } catch {
          expect(result).toEqual({ ok: false, fault: 'malformed' })
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('T41: JSON nested 10,000 deep is refused before it is parsed', () => {
    expect(parse(nested(10_000))).toEqual({ ok: false, fault: 'too_complex' })
    expect(parse('{"a":'.repeat(10_000))).toEqual({ ok: false, fault: 'too_complex' })
    expect(parse(nested(deepestJson))).toHaveProperty('ok', true)
    expect(parse(nested(deepestJson + 1))).toEqual({ ok: false, fault: 'too_complex' })
  })

  it('T41: a million keys or brackets are refused before they are parsed', () => {
    const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`
    expect(parse(keys(1_000_000))).toEqual({ ok: false, fault: 'too_complex' })
    expect(parse(`[${'{},'.repeat(1_000_000)}{}]`)).toEqual({ ok: false, fault: 'too_complex' })
    expect(parse(keys(mostJsonParts - 1)).ok).toBe(true)
    expect(parse(keys(mostJsonParts)).ok).toBe(false)
  })

  it.each([
    '{"__proto__":{"admin":true}}',
    '{"a":[{"b":{"__proto__":1}}]}',
    '{"\\u005f_proto__":{"admin":true}}',
    '{"__\\u0070roto__":1}',
    '{"\\u005F\\u005F\\u0070roto\\u005f\\u005f":{}}',
  ])('T41: the key __proto__ is refused: %s', (text) => {
    expect(parse(text)).toEqual({ ok: false, fault: 'forbidden_key' })
  })

  it('T41: words about prototypes are text like any other, and no parsed value changes a prototype when merged', () => {
    const text = '{"content":"__proto__ and \\u005f","constructor":{"prototype":{"admin":true}}}'
    const result = parse(text)
    expect(result).toHaveProperty('ok', true)
    const merged = Object.assign({}, result.ok ? result.value : {})
    expect('admin' in merged).toBe(false)
    expect('admin' in {}).toBe(false)
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
  })

  it('T41: duplicate keys, 1e400 and lone surrogates pass as JSON.parse reads them', () => {
    expect(parse('{"a":1,"a":2}')).toEqual({ ok: true, value: { a: 2 }, members: 2 })
    expect(parse('1e400')).toEqual({ ok: true, value: Number.POSITIVE_INFINITY, members: 0 })
    expect(parse('"\\ud800"')).toEqual({ ok: true, value: '\ud800', members: 0 })
  })

  it('T41: bytes that are not UTF-8 are refused, a byte-order mark is skipped', () => {
    expect(parseJson(Buffer.from([0x22, 0xff, 0x22]))).toEqual({ ok: false, fault: 'malformed' })
    expect(parseJson(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toEqual({ ok: false, fault: 'malformed' })
    expect(parseJson(Buffer.from('{"a":1}', 'utf16le'))).toEqual({ ok: false, fault: 'malformed' })
    expect(parse('\ufeff{"a":"é😀"}')).toEqual({ ok: true, value: { a: 'é😀' }, members: 1 })
    expect(parse('')).toEqual({ ok: false, fault: 'malformed' })
  })
})

describe('checkJsonDepth', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

  it('knows the depth of any JSON, whatever its strings hold', () => {
    const brackets = fc.string({ unit: fc.constantFrom('{', '[', ']', '}', '"', '\\', 'a', 'é'), maxLength: 200 })
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: 'small' }, brackets, fc.integer(), tie('list'), tie('record')),
      list: fc.array(tie('any'), { maxLength: 4 }),
      record: fc.dictionary(brackets, tie('any'), { maxKeys: 4 }),
    })).any
    fc.assert(
      fc.property(value, (any) => {
        const bytes = Buffer.from(JSON.stringify(any))
        const depth = depthOf(any)
        expect(checkJsonDepth(bytes, depth)).toBe(true)
        if (depth > 0) expect(checkJsonDepth(bytes, depth - 1)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  it('reads strings of any length and any run of backslashes to their end', () => {
    for (let length = 0; length < 200; length++) {
      for (let slashes = 0; slashes < 4; slashes++) {
        const text = JSON.stringify([`${'a'.repeat(length)}${'\\'.repeat(slashes)}"[[[[`, [1]])
        expect(checkJsonDepth(Buffer.from(text), 2)).toBe(true)
        expect(checkJsonDepth(Buffer.from(text), 1)).toBe(false)
      }
    }
  })

  it('ends on truncated text', () => {
    for (const text of ['"', '"\\', '{"a', '[[', ']]]]', `"${'a'.repeat(100)}`, `"${'a'.repeat(100)}\\"`]) {
      expect(checkJsonDepth(Buffer.from(text))).toBe(true)
    }
  })
})
