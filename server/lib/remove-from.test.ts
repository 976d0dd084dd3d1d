import { expect, it } from 'vitest'
import { removeFrom } from './remove-from.ts'

it('takes out the item that is meant, wherever it is, and only that', () => {
  const [first, second, third] = [{ name: 'first' }, { name: 'second' }, { name: 'third' }]
  const list = [first, second, third]
  removeFrom(list, first)
  expect(new Set(list)).toEqual(new Set([second, third]))
  removeFrom(list, first)
  expect(list).toHaveLength(2)
  removeFrom(list, third)
  removeFrom(list, second)
  removeFrom(list, second)
  expect(list).toEqual([])
})
