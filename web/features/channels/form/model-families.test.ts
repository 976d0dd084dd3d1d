import { expect, it } from 'vitest'
import { modelFamilies, pickedModels } from './model-families.ts'

it('puts models under the word they begin with', () => {
  expect(modelFamilies(['gpt-5', 'maker/two', 'o3', 'gpt-4o', 'Maker/one', '7b-chat'])).toEqual([
    { family: '7b-chat', models: ['7b-chat'] },
    { family: 'gpt', models: ['gpt-4o', 'gpt-5'] },
    { family: 'maker', models: ['Maker/one', 'maker/two'] },
    { family: 'o', models: ['o3'] },
  ])
})

it('puts the family of what was typed first', () => {
  expect(modelFamilies(['a-gpt-4.1', 'gpt-4-1', 'gpt-4.1-mini', 'gpt-4.1', 'o3'], 'gpt-4.1')).toEqual([
    { family: 'gpt', models: ['gpt-4.1', 'gpt-4.1-mini'] },
    { family: 'a', models: ['a-gpt-4.1'] },
  ])
})

it('keeps the order of what was chosen and adds the rest as it was offered', () => {
  const ticked = new Set(['b', 'a', 'd', 'own'])
  expect(pickedModels(['own', 'b', 'c'], ['a', 'b', 'd', 'e'], ticked)).toEqual(['own', 'b', 'a', 'd'])
})
