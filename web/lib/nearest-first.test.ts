import { expect, it } from 'vitest'
import { nearestFirst } from './nearest-first.ts'

const names = ['my-gpt-4-1', 'gpt-4-1', 'my-gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1', 'GPT-4.1-nano']
const find = (typed: string) => nearestFirst(names, typed, (name) => name)

it('The name that was typed stands before what begins with it, and that before what is only alike', () => {
  expect(find('gpt-4.1')).toEqual(['gpt-4.1', 'gpt-4.1-mini', 'GPT-4.1-nano', 'my-gpt-4.1', 'my-gpt-4-1', 'gpt-4-1'])
  expect(find(' GPT-4-1 ').slice(0, 2)).toEqual(['gpt-4-1', 'my-gpt-4-1'])
  expect(find('gpt-4.1-nano')[0]).toBe('GPT-4.1-nano')
})

it('What fits alike keeps its order, and so does everything where nothing was typed', () => {
  expect(find('')).toEqual(names)
  expect(find('zzz')).toEqual(names)
})
