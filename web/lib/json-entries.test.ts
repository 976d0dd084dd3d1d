import { describe, expect, it } from 'vitest'
import { cellText, rawOf } from './entry-value.ts'
import { type EntriesShape, readEntries, writeEntries } from './json-entries.ts'

const paths = (text: string, shape: EntriesShape) => readEntries(text, shape)?.map(({ path, raw }) => [...path, raw])

describe('entries of JSON text', () => {
  it('are its members, each as it is written, in their order, whatever stands in them', () => {
    const text = '{"b": 1.50, "404":"5,0\\"0",\n "a" : {"x": [1, 2]}, "": null}'
    expect(paths(text, 'flat')).toEqual([
      ['b', '1.50'],
      ['404', '"5,0\\"0"'],
      ['a', '{"x": [1, 2]}'],
      ['', 'null'],
    ])
  })

  it('are the members of its members, or the ones that are no objects', () => {
    expect(paths('{"vip": {"default": 0.8, "svip": 0.7}, "odd": 3, "none": {}}', 'nested')).toEqual([
      ['vip', 'default', '0.8'],
      ['vip', 'svip', '0.7'],
      ['odd', '3'],
      ['none', '{}'],
    ])
  })

  it('are the only members of what a list has, or what is none of that kind', () => {
    expect(paths('[{"Chat": "https://a"}, {"one": 1, "two": 2}, "text", {}]', 'list')).toEqual([
      ['Chat', '"https://a"'],
      ['{"one": 1, "two": 2}'],
      ['"text"'],
      ['{}'],
    ])
  })

  it.each([
    ['{"a": 1', 'flat'],
    ['[1]', 'flat'],
    ['{"a": 1}', 'list'],
    ['{"a": 1, "a": 2}', 'flat'],
    ['{"a": {"b": 1, "b": 2}}', 'nested'],
    ['3', 'nested'],
  ] as const)('are none of %s, read as %s', (text, shape) => {
    expect(readEntries(text, shape)).toBeUndefined()
  })

  it.each([
    ['{"b": 1.50, "404": "500", "deep": {"x": [1,  2]}}', 'flat'],
    ['{"vip": {"default": 0.80}, "odd": [3], "none": {}}', 'nested'],
    ['[{"Chat": "https://a"}, {"one": 1, "two": 2}, "text"]', 'list'],
    ['', 'flat'],
  ] as const)('say the same when they are written again: %s, %s', (text, shape) => {
    const entries = readEntries(text, shape) ?? []
    const written = writeEntries(entries, shape)
    expect(JSON.parse(written)).toEqual(JSON.parse(text || '{}'))
    expect(readEntries(written, shape)).toEqual(entries)
  })
})

describe('the value of an entry', () => {
  it.each([
    ['"a"', 'text', 'a'],
    ['4', 'text', '4'],
    ['1.50', 'number', '1.50'],
    ['"x"', 'number', 'x'],
    ['true', 'any', 'true'],
    ['"true"', 'any', '"true"'],
    ['"low"', 'any', 'low'],
    ['{"a": 1}', 'any', '{"a": 1}'],
    ['{"a": 1}', 'text', undefined],
    ['null', 'number', undefined],
  ] as const)('%s as %s is typed as %s', (raw, kind, typed) => {
    expect(cellText(raw, kind)).toBe(typed)
  })

  it('is written back as it was typed: numbers where they are wanted or were, else text', () => {
    expect(rawOf('0.5', 'number')).toBe('0.5')
    expect(rawOf('0.', 'number')).toBe('"0."')
    expect(rawOf('500', 'text', '400')).toBe('500')
    expect(rawOf('500', 'text', '"400"')).toBe('"500"')
    expect(rawOf('true', 'any')).toBe('true')
    expect(rawOf('low', 'any')).toBe('"low"')
  })
})
