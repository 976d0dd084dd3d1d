import { expect, it } from 'vitest'
import { recordedRatios } from '#pricing/token-classes.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { ModelDetails } from './model-details.tsx'
import type { ShownModel } from './shown-models.ts'

/** Half a cent for what differs, and a dollar for all else; one of an hour follows one of minutes. */
const model = (changes: Partial<ShownModel>): ShownModel => ({
  ...{ id: 'large', model_name: 'large', quota_type: 0, model_ratio: 0.5, model_price: 0, owner_by: '', mark: '' },
  ...{ completion_ratio: 1, cache_ratio: 1, cache_creation_ratio: 1, cache_creation_hour_ratio: 1, image_ratio: 1 },
  ...{ image_completion_ratio: 1, audio_ratio: 1, audio_completion_ratio: 1, price_steps: [], priced: true },
  ...{ enable_groups: ['default'], supported_endpoint_types: [], group: 'default', ratios: { default: 1 } },
  ...{ endpoints: {}, availability: 'available', hasPrice: true },
  ...changes,
})

const others = Object.values(recordedRatios).filter((name) => name !== 'completion_ratio')

it.each(others)('Tokens that cost something else are told of in the price list: %s', async (name) => {
  const ofHour = name === 'cache_creation_hour_ratio' ? { cache_creation_ratio: 2 } : {}
  await renderPage(<ModelDetails model={model({ ...ofHour, [name]: 7 })} />, { areas: ['pricing'] })
  expect(screen.getAllByText(/^\$7(?:\.00)? /).length).toBeGreaterThan(0)
})

it('A model whose tokens all cost the same has no further prices', async () => {
  await renderPage(<ModelDetails model={model({})} />, { areas: ['pricing'] })
  expect(screen.getByText('None')).toBeTruthy()
})
