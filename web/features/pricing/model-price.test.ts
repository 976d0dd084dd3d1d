import { expect, it } from 'vitest'
import type { PricedModel } from '#contract/models.ts'
import { findModels, makerChoices } from './model-finding.ts'
import { cheapestGroups, priceOf } from './model-price.ts'
import { shownGroup } from './use-pricing.ts'

const model = (fields: Partial<PricedModel> = {}): PricedModel => ({
  model_name: 'gpt-4o',
  quota_type: 0,
  model_ratio: 1.25,
  model_price: 0,
  owner_by: 'Maker',
  mark: '',
  completion_ratio: 4,
  cache_ratio: 0.5,
  cache_creation_ratio: 1,
  price_steps: [],
  cache_creation_hour_ratio: 1,
  image_ratio: 1,
  image_completion_ratio: 1,
  audio_ratio: 1,
  audio_completion_ratio: 1,
  enable_groups: ['default', 'vip'],
  supported_endpoint_types: [],
  priced: true,
  ...fields,
})

it('A ratio is 2 dollars for a million tokens, times the ratio of the group', () => {
  expect(priceOf(model(), 1, 'million')).toMatchObject({ input: 2.5, output: 10, cacheRead: 1.25 })
  expect(priceOf(model(), 0.8, 'million')).toMatchObject({ input: 2, output: 8, cacheRead: 1 })
  expect(priceOf(model(), 1, 'thousand')).toMatchObject({ input: 0.0025, output: 0.01 })
  expect(priceOf(model({ model_ratio: 0.1 }), 3, 'million')).toMatchObject({ input: 0.6 })
})

it('A fixed price is for a call, whatever the unit', () => {
  const fixed = model({ quota_type: 1, model_price: 0.04 })
  expect(priceOf(fixed, 0.5, 'million')).toEqual({ kind: 'call', call: 0.02 })
  expect(priceOf(fixed, 0.5, 'thousand')).toEqual({ kind: 'call', call: 0.02 })
})

it('The cheapest group is marked only where it is cheaper than others', () => {
  expect([...cheapestGroups(model(), { default: 1, vip: 0.5 })]).toEqual(['vip'])
  expect([...cheapestGroups(model(), { default: 1, vip: 1 })]).toEqual([])
  expect([...cheapestGroups(model({ enable_groups: ['vip'] }), { vip: 0.5 })]).toEqual([])
})

it('A search forgives missing signs, other orders and gaps', () => {
  const models = ['gpt-4o', 'gpt-4o-mini', 'claude-sonnet-4', 'o3'].map((name) => model({ model_name: name }))
  const found = (keyword: string) => findModels(models, { keyword }).map((each) => each.model_name)
  expect(found('GPT4o')).toEqual(['gpt-4o', 'gpt-4o-mini'])
  expect(found('mini gpt')).toEqual(['gpt-4o-mini'])
  expect(found('clsnt4')).toEqual(['claude-sonnet-4'])
  expect(found('o3')).toEqual(['o3'])
  expect(found('zzz')).toEqual([])
  expect(found(' - ')).toHaveLength(4)
  const alike = ['gpt-4-1', 'gpt-4.1'].map((name) => model({ model_name: name }))
  expect(findModels(alike, { keyword: 'gpt-4.1' }).map((each) => each.model_name)).toEqual(['gpt-4.1', 'gpt-4-1'])
})

it('Models are narrowed by who makes them and by what is paid for', () => {
  const models = [model(), model({ model_name: 'b', owner_by: 'Other', quota_type: 1 }), model({ owner_by: '' })]
  expect(findModels(models, { owner: 'Other' })).toHaveLength(1)
  expect(findModels(models, { billing: 'call' })).toHaveLength(1)
  expect(findModels(models, { billing: 'usage' })).toHaveLength(2)
  expect(makerChoices(models).map(({ value }) => value)).toEqual(['Maker', 'Other'])
})

it('Makers are shown by the name the reader knows, and chosen by the one that is the same for all', () => {
  const models = [model({ owner_by: 'Tencent Hunyuan', owner_name: '腾讯混元' }), model()]
  expect(makerChoices(models)).toEqual([
    { value: 'Maker', label: 'Maker' },
    { value: 'Tencent Hunyuan', label: '腾讯混元' },
  ])
  expect(findModels(models, { owner: 'Tencent Hunyuan' })).toHaveLength(1)
})

it('The group that is shown is the wanted one, else the own, else the usual one', () => {
  const ratios = { default: 1, vip: 0.5 }
  expect(shownGroup(ratios, 'vip', 'default')).toBe('vip')
  expect(shownGroup(ratios, 'gone', 'vip')).toBe('vip')
  expect(shownGroup(ratios, undefined, '')).toBe('default')
  expect(shownGroup({ only: 2 }, undefined, '')).toBe('only')
  expect(shownGroup({}, 'constructor', '')).toBe('default')
})
