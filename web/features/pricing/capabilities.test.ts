import { expect, it } from 'vitest'
import type { PricedModel } from '#contract/models.ts'
import { plainRatios } from '../../testing/plain-ratios.ts'
import { capabilitiesOf } from './capabilities.ts'
import { findModels } from './model-finding.ts'

const model = (name: string, fields: Partial<PricedModel> = {}): PricedModel => ({
  ...{ model_name: name, quota_type: 0, model_ratio: 1, model_price: 0, owner_by: '', completion_ratio: 1 },
  ...plainRatios,
  ...{ enable_groups: ['default'], supported_endpoint_types: [], priced: true, mark: '' },
  ...fields,
})

const seer = model('seer', { context_length: 200_000, input_modalities: ['text', 'image'], abilities: ['tools'] })
const thinker = model('thinker', { context_length: 1_047_576, input_modalities: ['text'], abilities: ['reasoning'] })
const stranger = model('stranger')
const found = (wish: Parameters<typeof findModels>[1]) =>
  findModels([seer, thinker, stranger], wish).map(({ model_name: name }) => name)

it('What a model can is told in one order, and of a stranger nothing is', () => {
  expect(capabilitiesOf(seer)).toEqual(['image', 'tools'])
  expect(capabilitiesOf(thinker)).toEqual(['reasoning'])
  expect(capabilitiesOf(stranger)).toEqual([])
})

it('Models are found by what they can and by how much they take, together with every other wish', () => {
  expect(found({ can: 'image' })).toEqual(['seer'])
  expect(found({ can: 'reasoning' })).toEqual(['thinker'])
  expect(found({ can: 'video' })).toEqual([])
  expect(found({ context: '200000' })).toEqual(['seer', 'thinker'])
  expect(found({ context: '1000000' })).toEqual(['thinker'])
  expect(found({ context: '200000', can: 'tools' })).toEqual(['seer'])
  expect(found({ context: '200000', keyword: 'think' })).toEqual(['thinker'])
  expect(found({})).toEqual(['seer', 'thinker', 'stranger'])
})
