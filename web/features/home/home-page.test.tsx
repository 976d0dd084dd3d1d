import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { plainRatios } from '../../testing/plain-ratios.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { HomePage } from './home-page.tsx'

const served = (model: string, changes = {}) => ({
  model_name: model,
  ...plainRatios,
  quota_type: 0,
  model_ratio: 1,
  model_price: 0,
  completion_ratio: 1,
  owner_by: '',
  mark: '',
  enable_groups: ['default'],
  supported_endpoint_types: ['openai'],
  priced: true,
  ...changes,
})

const noPrices = {
  data: [] as ReturnType<typeof served>[],
  beside: {
    group_ratio: { default: 1 },
    usable_group: { default: 'Everybody' },
    accepts_unpriced: false,
    supported_endpoint: { openai: { path: '/v1/chat/completions', method: 'POST' } },
  },
}

const open = (content: string, prices = noPrices) => {
  answerCalls({
    'GET /api/home_page_content': () => ({ body: granted(content) }),
    'GET /api/pricing': () => ({ body: { ...granted(prices.data), ...prices.beside } }),
  })
  return renderPage(<HomePage />, { areas: ['home'] })
}

describe('The home page', () => {
  it('tells how to start while the operator has written nothing', async () => {
    await open(' ')
    await screen.findByRole('link', { name: 'Get an API token' })
    expect(screen.getByText(`${location.origin}/v1`)).toBeTruthy()
  })

  it('begins with a model that is served to whoever looks, and with none where nobody knows one', async () => {
    const data = [
      served('draw', { supported_endpoint_types: [] }),
      served('vip', { enable_groups: ['vip'] }),
      served('river'),
    ]
    const { unmount, user } = await open('', { ...noPrices, data })
    await screen.findByText(/"model": "river"/)
    await user.click(screen.getByRole('button', { name: 'Python' }))
    expect(screen.getByText(/model="river"/)).toBeTruthy()
    unmount()
    await open('')
    expect(await screen.findByText(/"model": "your-model"/)).toBeTruthy()
  })

  it('is what the operator wrote, or the page at the address that he gave', async () => {
    const { unmount } = await open('<p>Ours <b>alone</b></p>')
    await waitFor(() => expect(document.querySelector('p b')?.textContent).toBe('alone'))
    unmount()
    await open('https://home.example/')
    await waitFor(() => expect(document.querySelector('iframe')?.src).toBe('https://home.example/'))
  })

  inEachLanguage('is not taken for one that nobody wrote when it could not be loaded', async () => {
    answerCalls({ 'GET /api/home_page_content': () => ({ status: 502, body: '' }) })
    const { user } = await renderPage(<HomePage />, { areas: ['home'] })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByRole('link', { name: 'Get an API token' })).toBeNull()
    answerCalls({ 'GET /api/home_page_content': () => ({ body: granted('') }) })
    await user.click(retry)
    await screen.findByRole('link', { name: 'Get an API token' })
  })
})
