import { cleanup, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { plainRatios } from '../../testing/plain-ratios.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen, within } from '../../testing/screen.ts'
import { PricingPage } from './pricing-page.tsx'

const model = (name: string, changed: object) => ({
  ...{ model_name: name, quota_type: 0, model_ratio: 1, model_price: 0, owner_by: '', mark: '', completion_ratio: 1 },
  ...plainRatios,
  ...{ priced: true, enable_groups: ['default'], supported_endpoint_types: [] },
  ...changed,
})

const open = async (path: string) => {
  const beside = { group_ratio: { default: 1 }, usable_group: {}, supported_endpoint: {}, accepts_unpriced: false }
  const found = [
    model('m-10', { model_ratio: 3, completion_ratio: 1, cache_ratio: 0.1 }),
    model('unpriced', { priced: false }),
    model('m-2', { model_ratio: 1, completion_ratio: 8, cache_ratio: 1 }),
    model('by-call', { quota_type: 1, model_price: 0.5 }),
  ]
  answerCalls({ 'GET /api/pricing': () => ({ body: granted(found, beside) }) })
  const page = await renderPage(<PricingPage />, { path, areas: ['pricing'] })
  await screen.findAllByText('m-10')
  return page
}

const models = () => screen.getAllByTitle(/^Copy (m-|by-|unpriced)/).map(({ textContent }) => textContent)

it('The price list is ordered by each of its prices, both ways, and what has no such price stands last', async () => {
  const { user, router } = await open('/pricing')
  expect(models()).toEqual(['m-10', 'unpriced', 'm-2', 'by-call'])
  const orderBy = async (name: string) => {
    await user.click(within(screen.getByRole('columnheader', { name: /^Price/ })).getByRole('button'))
    await user.click(await screen.findByRole('menuitemradio', { name }))
  }
  await orderBy('Input')
  await waitFor(() => expect(models()).toEqual(['m-2', 'm-10', 'unpriced', 'by-call']))
  await orderBy('Output')
  await waitFor(() => expect(models()).toEqual(['m-10', 'm-2', 'unpriced', 'by-call']))
  screen.getByRole('columnheader', { name: 'Price: Output' })
  await orderBy('Output')
  await waitFor(() => expect(models()).toEqual(['m-2', 'm-10', 'unpriced', 'by-call']))
  expect(router.state.location.search).toEqual({ sort: 'output', direction: 'desc' })
  expect(screen.getByRole('columnheader', { name: 'Price: Output' }).getAttribute('aria-sort')).toBe('descending')
  await orderBy('Cache read')
  await waitFor(() => expect(models()).toEqual(['m-10', 'm-2', 'unpriced', 'by-call']))
  await orderBy('Per request')
  await waitFor(() => expect(models()[0]).toBe('by-call'))
  await user.click(screen.getByRole('button', { name: 'Model' }))
  await waitFor(() => expect(models()).toEqual(['by-call', 'm-2', 'm-10', 'unpriced']))
})

it('The order of the price list comes from the address, and one by ratios only where ratios are shown', async () => {
  await open('/pricing?sort=model&direction=desc')
  expect(models()).toEqual(['unpriced', 'm-10', 'm-2', 'by-call'])
  cleanup()
  const { user } = await open('/pricing?sort=ratio&direction=asc')
  expect(models()).toEqual(['m-10', 'unpriced', 'm-2', 'by-call'])
  await user.click(screen.getByRole('checkbox', { name: 'Show ratios' }))
  await waitFor(() => expect(models()).toEqual(['m-2', 'm-10', 'unpriced', 'by-call']))
})
