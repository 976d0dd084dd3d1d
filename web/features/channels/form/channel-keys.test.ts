import { expect, it } from 'vitest'
import { isKeyList, keysAsList, oneKey, splitKeys } from './channel-keys.ts'

it('takes a text with a comma or a line break inside for a list', () => {
  expect(isKeyList('one,two', false)).toBe(true)
  expect(isKeyList('one\ntwo', false)).toBe(true)
  expect(isKeyList('one', false)).toBe(false)
  expect(isKeyList('one\n', false)).toBe(false)
})

it('never takes a document for a list', () => {
  expect(isKeyList('{\n"a": 1,\n"b": 2\n}', true)).toBe(false)
})

it('drops empty and repeated keys', () => {
  expect(splitKeys(' one, two,,\ntwo\n three \n')).toEqual(['one', 'two', 'three'])
})

it('keeps the same keys when list mode is switched on and off', () => {
  expect(keysAsList('one,two')).toBe('one\ntwo')
  expect(oneKey('one', 'one\ntwo')).toBe('one,two')
  // What was typed as one key is that key again.
  expect(oneKey('{a, b}\nc', keysAsList('{a, b}\nc'))).toBe('{a, b}\nc')
})
