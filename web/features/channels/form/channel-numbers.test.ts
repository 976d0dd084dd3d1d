import { expect, it } from 'vitest'
import { readPriority, readTagWeight, readWeight } from './channel-numbers.ts'

it('ignores an edit that left the field empty', () => {
  expect(readPriority('  ')).toEqual({ kind: 'ignore' })
})

it('refuses what is not an integer', () => {
  expect(readPriority('1.5')).toEqual({ kind: 'wrong' })
  expect(readWeight('many')).toEqual({ kind: 'wrong' })
})

it('keeps priority at -999 or above and weight at zero or above', () => {
  expect(readPriority('-1000')).toEqual({ kind: 'save', value: -999 })
  expect(readPriority('-999')).toEqual({ kind: 'save', value: -999 })
  expect(readWeight('-3')).toEqual({ kind: 'save', value: 0 })
  expect(readWeight('12')).toEqual({ kind: 'save', value: 12 })
})

it('puts no weight of a tag right', () => {
  expect(readTagWeight('-3')).toEqual({ kind: 'wrong' })
  expect(readTagWeight('3')).toEqual({ kind: 'save', value: 3 })
  expect(readTagWeight('')).toEqual({ kind: 'ignore' })
})
