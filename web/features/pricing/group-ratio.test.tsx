import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import { plainRatios } from '../../testing/plain-ratios.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { GroupButtons } from './group-ratio.tsx'
import { ratiosPreference } from './price-unit.ts'
import { shownModels } from './shown-models.ts'

it('Groups are one of them, and how many more; the ratio of a group is red above 5, orange above 3, blue above 1 and green else', async () => {
  const ratios = { a: 5.1, b: 5, c: 3, d: 1 }
  const model = {
    ...{
      model_name: 'plain',
      quota_type: 0 as const,
      model_ratio: 1,
      model_price: 0,
      owner_by: '',
      mark: '',
      completion_ratio: 1,
    },
    ...{
      ...plainRatios,
      priced: true,
    },
    ...{ enable_groups: Object.keys(ratios), supported_endpoint_types: [] },
  }
  const tables = { group_ratio: ratios, usable_group: {}, supported_endpoint: {}, accepts_unpriced: false }
  const [shown] = shownModels({ ...tables, models: [model] }, {}, 'a')
  const { user } = await renderPage(shown && <GroupButtons model={shown} />, { areas: ['pricing'] })
  const texts = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(texts()).toEqual(['a', '+3'])
  await user.click(screen.getByRole('button', { name: '+3: b, c, d' }))
  expect(texts()).toEqual(['a', 'b', 'c', 'd cheapest'])
  expect(document.activeElement?.textContent).toBe('a')
  const tones = screen
    .getAllByRole('button')
    .map(({ firstElementChild: badge }) => /\btext-(bad|orange|info|ok)\b/.exec(badge?.className ?? '')?.[1])
  expect(tones).toEqual(['bad', 'orange', 'info', 'ok'])
  act(() => ratiosPreference.set(true))
  expect(texts()).toEqual(['a ×5.1', 'b ×5', 'c ×3', 'd ×1 cheapest'])
  act(() => ratiosPreference.set(false))
})
