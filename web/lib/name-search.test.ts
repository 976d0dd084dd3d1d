import { expect, it } from 'vitest'
import { findNames, nearestFirst } from './name-search.ts'

const names = ['my-gpt-4-1', 'gpt-4-1', 'mygpt-4.1', 'my-gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1', 'GPT-4.1-nano']
const asItIs = (name: string) => name

it('The name that was typed comes first, then what begins with it, has it as a word, has it, and is only alike', () => {
  const near = (typed: string) => nearestFirst(names, typed, asItIs)
  expect(near('gpt-4.1')).toEqual([
    ...['gpt-4.1', 'gpt-4.1-mini', 'GPT-4.1-nano', 'my-gpt-4.1', 'mygpt-4.1', 'my-gpt-4-1', 'gpt-4-1'],
  ])
  expect(near(' GPT-4-1 ').slice(0, 2)).toEqual(['gpt-4-1', 'my-gpt-4-1'])
  expect(near('gpt-4.1-nano')[0]).toBe('GPT-4.1-nano')
  expect(nearestFirst(['amini', 'amini-mini', 'a-mini'], 'mini', asItIs)).toEqual(['amini-mini', 'a-mini', 'amini'])
})

it('What fits alike keeps its order, and so does everything where nothing was typed', () => {
  expect(nearestFirst(names, '', asItIs)).toEqual(names)
  expect(nearestFirst(names, 'zzz', asItIs)).toEqual(names)
  expect(findNames(names, ' ', asItIs)).toEqual(names)
})

it('A search finds what has all words, in the name or in what stands beside it, and ranks by the name', () => {
  expect(findNames(names, '4.1 MY', asItIs)).toEqual(['mygpt-4.1', 'my-gpt-4.1'])
  const pages = [
    { name: 'Usage log', hint: '' },
    { name: 'Dialogs', hint: '' },
    { name: 'Sign out', hint: 'log out' },
    { name: 'Log in', hint: '' },
  ]
  const found = findNames(
    pages,
    'log',
    ({ name }) => name,
    ({ name, hint }) => `${name} ${hint}`,
  )
  expect(found.map(({ name }) => name)).toEqual(['Log in', 'Usage log', 'Dialogs', 'Sign out'])
})
