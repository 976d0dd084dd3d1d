import { describe, expect, it, vi } from 'vitest'
import { patience } from '#testing/patience.ts'
import { TopUpCard } from '../features/wallet/top-up-card.tsx'
import { rememberUser } from '../lib/session.ts'
import { currentStatus, loadStatus } from '../lib/status.ts'
import { answerCalls, granted } from '../testing/answer-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import { sampleUser } from '../testing/sample-user.ts'
import { screen, within } from '../testing/screen.ts'
import { openSettings } from '../testing/settings-page.tsx'

// The one line, and the words.
vi.mock('#contract/payment-providers/index.ts', async (original) => {
  const { madeUpProvider } = await import('#testing/made-up-provider.ts')
  const { paymentProviders } = await original<typeof import('#contract/payment-providers/index.ts')>()
  return { paymentProviders: [...paymentProviders, madeUpProvider] }
})
vi.mock('../locales/en/wallet.ts', async (original) => {
  const { messages } = await original<typeof import('../locales/en/wallet.ts')>()
  return { messages: { ...messages, 'method.shells': 'Shells' } }
})
vi.mock('../locales/en/options.ts', async (original) => {
  const { messages } = await original<typeof import('../locales/en/options.ts')>()
  return { messages: { ...messages, MadeUpShop: 'Shop of shells' } }
})

describe('a payment provider that is one file, one line and its words', () => {
  it('has its button in the wallet, which orders from it, and those not offered have none', async () => {
    const status = { ...currentStatus(), enable_online_topup: true, payment_methods: ['shells'] }
    const calls = answerCalls({
      'GET /api/status': () => ({ body: granted(status) }),
      'POST /api/user/amount': () => ({ body: { ...granted('7.00'), message: 'success' } }),
      'POST /api/user/pay': () => ({ body: { ...granted({}), message: 'success', url: 'https://shop.example/buy' } }),
    })
    await loadStatus()
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {})
    const page = await renderPage(<TopUpCard />, { areas: ['wallet'] })
    expect(screen.queryByRole('button', { name: 'Alipay' })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Shells' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText('Shells')
    await dialog.findByText('7.00 yuan')
    await page.user.click(dialog.getByRole('button', { name: 'Go to payment' }))
    await vi.waitFor(() => {
      const ordered = calls.find(({ path }) => path === '/api/user/pay')
      expect(ordered?.body).toMatchObject({ payment_method: 'shells' })
    }, patience)
  })

  it('has its fields among the settings', async () => {
    rememberUser(sampleUser({ role: 100 }))
    await openSettings('/setting?tab=system')
    screen.getByLabelText('Shop of shells')
  })
})
