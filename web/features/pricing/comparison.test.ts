import { expect, it } from 'vitest'
import type { PricedModel } from '#contract/models.ts'
import { formatsFor } from '../../lib/format.ts'
import { textIn } from '../../lib/i18n.ts'
import { plainRatios } from '../../testing/plain-ratios.ts'
import { compareModels } from './comparison.ts'
import { shownModels } from './shown-models.ts'

const model = (name: string, fields: Partial<PricedModel>): PricedModel => ({
  ...{ model_name: name, quota_type: 0, model_ratio: 1, model_price: 0, owner_by: '', completion_ratio: 1 },
  ...plainRatios,
  ...{ enable_groups: ['default'], supported_endpoint_types: [], priced: true, mark: '' },
  ...fields,
})
const large = model('large', {
  ...{ model_ratio: 1.5, completion_ratio: 5, owner_by: 'Acme', context_length: 1_000_000, max_output_tokens: 64_000 },
  ...{ input_modalities: ['text', 'image'], output_modalities: ['text', 'image'], abilities: ['tools'] },
  knows_until: '2026-01',
})
const small = model('small', { completion_ratio: 10, cache_ratio: 1.5, context_length: 128_000, abilities: [] })
const painter = model('painter', { quota_type: 1, model_price: 0.04, retires_on: '2027-01-01' })
const stranger = model('stranger', { priced: false })

const inDollars = { quota_per_unit: 500_000, display_in_currency: true }

const linesOf = async (...models: PricedModel[]) => {
  const tables = { group_ratio: { default: 0.5 }, usable_group: {}, supported_endpoint: {}, accepts_unpriced: false }
  const shown = shownModels({ ...tables, models }, {}, 'default')
  const lines = compareModels(shown, 'million', await textIn('pricing', 'en'), formatsFor('en', inDollars))
  return Object.fromEntries(
    lines.map(({ label, cells }) => [
      label,
      cells.map(({ text = '–', isCheapest }) => `${text}${isCheapest ? ' *' : ''}`).join(' | '),
    ]),
  )
}

it('Models stand side by side with what they cost in the group that is shown, and the cheapest is marked', async () => {
  expect(await linesOf(large, small, painter, stranger)).toEqual({
    Vendor: 'Acme | – | – | –',
    Input: '$1.50 / 1M | $1.00 / 1M * | – | –',
    'Cache read': '$1.50 / 1M | $1.50 / 1M | – | –',
    Output: '$7.50 / 1M * | $10.00 / 1M | – | –',
    'Per request': '– | – | $0.02 | –',
    Context: '1M | 128K | – | –',
    'Maximum output': '64K | – | – | –',
    'Reads images': 'Yes | No | – | –',
    'Reads files': 'No | No | – | –',
    Listens: 'No | No | – | –',
    'Watches videos': 'No | No | – | –',
    'Calls tools': 'Yes | No | – | –',
    Reasons: 'No | No | – | –',
    Gives: 'Text, Images | – | – | –',
    'Knows until': '2026-01 | – | – | –',
    'Retires on': '– | – | 2027-01-01 | –',
  })
})

it('What costs the same everywhere is nowhere cheap, and what none of them has is no line', async () => {
  expect(await linesOf(small, model('twin', { completion_ratio: 10, cache_ratio: 1.5 }))).toMatchObject({
    Input: '$1.00 / 1M | $1.00 / 1M',
    Output: '$10.00 / 1M | $10.00 / 1M',
  })
  expect(Object.keys(await linesOf(stranger, stranger))).toEqual([])
})
