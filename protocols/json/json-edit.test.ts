import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setMembers } from './json-edit.ts'

const edit = (text: string, members: Record<string, unknown>) => setMembers(Buffer.from(text), members).toString()

describe('setting members of a JSON object in its bytes', () => {
  it('replaces a value and leaves every other byte alone', () => {
    expect(edit('{ "seed": 12345678901234567890, "model":"a" ,"x":1.50}', { model: 'b' })).toBe(
      '{ "seed": 12345678901234567890, "model":"b" ,"x":1.50}',
    )
  })

  it('adds a missing member at the front, also to an empty object', () => {
    expect(edit('{"a":1}', { stream: true })).toBe('{"stream":true,"a":1}')
    expect(edit(' { } ', { stream: true })).toBe(' {"stream":true } ')
  })

  it('takes members away and leaves the bytes of the others alone', () => {
    expect(edit('{ "a": 1.50, "b" : [2] ,"a":3}', { a: undefined })).toBe('{"b" : [2]}')
    expect(edit('{"a":1}', { a: undefined, c: 2 })).toBe('{"c":2}')
    expect(edit('{"a":1,"b":2}', { b: undefined, x: undefined })).toBe('{"a":1}')
  })

  it('changes only the top level, whatever the nested values hold', () => {
    const text = '{"m":{"model":"x","t":"a\\"}{"},"l":[{"model":"y"}],"model":"z"}'
    expect(edit(text, { model: 'n' })).toBe('{"m":{"model":"x","t":"a\\"}{"},"l":[{"model":"y"}],"model":"n"}')
  })

  it('changes every duplicate, so that no reader can see the old value', () => {
    expect(edit('{"model":"a","model":"b"}', { model: 'c' })).toBe('{"model":"c","model":"c"}')
  })

  it('knows a key that is written with escapes', () => {
    expect(edit('{"\\u006dodel":"a"}', { model: 'c' })).toBe('{"\\u006dodel":"c"}')
  })

  it('gives what parsing, changing and writing would give, for any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), fc.jsonValue(), (object, key, value) => {
        if (key === '__proto__' || '__proto__' in Object.fromEntries(Object.entries(object))) return
        const changed: unknown = JSON.parse(edit(JSON.stringify(object, null, 1), { [key]: value }))
        expect(changed).toEqual(JSON.parse(JSON.stringify({ ...object, [key]: value })))
      }),
    )
  })
})
