import { expect, it } from 'vitest'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { plainRatios } from '../../testing/plain-ratios.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { PricingPage } from './pricing-page.tsx'

const model = (name: string) => ({
  ...{ model_name: name, quota_type: 0, model_ratio: 1, model_price: 0, owner_by: '', mark: '', completion_ratio: 1 },
  ...plainRatios,
  ...{ priced: true, enable_groups: ['default'], supported_endpoint_types: [] },
})

it('A model of the price list is looked into with P, and J goes on to the next', async () => {
  const beside = { group_ratio: { default: 1 }, usable_group: {}, supported_endpoint: {}, accepts_unpriced: false }
  answerCalls({ 'GET /api/pricing': () => ({ body: granted([model('large'), model('small')], beside) }) })
  const { user, router } = await renderPage(<PricingPage />, { path: '/pricing', areas: ['pricing'] })
  await screen.findAllByText('large')
  await user.keyboard('jp')
  await screen.findByRole('dialog', { name: 'large' })
  await user.keyboard('j')
  await screen.findByRole('dialog', { name: 'small' })
  expect(router.state.location.search).toEqual({ peek: 'small' })
})

it('The price list is narrowed to what is paid for in the same way by what a cell says', async () => {
  const beside = { group_ratio: { default: 1 }, usable_group: {}, supported_endpoint: {}, accepts_unpriced: false }
  const perCall = { ...model('drawn'), quota_type: 1, model_price: 0.1 }
  answerCalls({ 'GET /api/pricing': () => ({ body: granted([model('talked'), perCall], beside) }) })
  const { user, router } = await renderPage(<PricingPage />, { path: '/pricing', areas: ['pricing'] })
  await screen.findAllByText('drawn')
  await user.click(screen.getByRole('button', { name: 'Only Billing: Per request' }))
  await screen.findByText('1 entry')
  expect(router.state.location.search).toEqual({ billing: 'call' })
})
