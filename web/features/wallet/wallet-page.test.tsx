import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { onOptionWanted } from '../../lib/option-door.ts'
import { rememberUser } from '../../lib/session.ts'
import { currentStatus, loadStatus } from '../../lib/status.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { asksToLeave, savingEnds } from '../../testing/leaving.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { said } from '../../testing/wordings.ts'
import { amountPresets, leastAmount } from './top-up-card.tsx'
import { WalletPage } from './wallet-page.tsx'

const open = async (status: object = {}, others: Parameters<typeof answerCalls>[0] = {}) => {
  let quota = 500_000
  const calls = answerCalls({
    'GET /api/status': () => ({
      body: granted({
        ...currentStatus(),
        enable_online_topup: true,
        payment_methods: ['zfb', 'wx'],
        top_up_link: '',
        min_topup: 1,
        ...status,
      }),
    }),
    'GET /api/user/self': () => ({ body: granted(sampleUser({ quota })) }),
    'POST /api/user/amount': ({ body }) => ({
      body: { ...granted(((body as { amount: number }).amount * 7.3).toFixed(2)), message: 'success' },
    }),
    'POST /api/user/topup': () => {
      quota += 250_000
      return { body: granted({ quota: 250_000, is_gift: false }) }
    },
    ...others,
  })
  await loadStatus()
  const page = await renderPage(<WalletPage />, { areas: ['wallet'] })
  await screen.findByText('$1.00')
  return { ...page, calls }
}

beforeEach(() => rememberUser(sampleUser()))

describe('The wallet', () => {
  it('asks before a typed code is left behind, and no more once it is redeemed', async () => {
    const page = await open()
    await page.user.type(screen.getByRole('textbox', { name: 'Code' }), 'abc')
    expect(await asksToLeave(page)).toBe(true)
    await page.user.click(screen.getByRole('button', { name: 'Redeem' }))
    await screen.findByText('$0.50 added to your balance')
    await savingEnds()
    expect(await asksToLeave(page)).toBe(false)
  })

  it('is left without a question while no code was typed', async () => {
    expect(await asksToLeave(await open())).toBe(false)
  })

  it('redeems a code, says what it brought and shows the new balance', async () => {
    const page = await open()
    await page.user.type(screen.getByRole('textbox', { name: 'Code' }), ' abc ')
    await page.user.click(screen.getByRole('button', { name: 'Redeem' }))
    await screen.findByText('$0.50 added to your balance')
    await screen.findByText('$1.50')
    expect(page.calls.find(({ path }) => path === '/api/user/topup')?.body).toEqual({ key: 'abc' })
  })

  inEachLanguage('asks for a code before anything is sent, and shows why one was refused', async () => {
    const page = await open({}, { 'POST /api/user/topup': () => ({ body: refused('This code has expired') }) })
    await page.user.click(screen.getByRole('button', { name: 'Redeem' }))
    await screen.findByText('Enter a redemption code')
    expect(page.calls.some(({ path }) => path === '/api/user/topup')).toBe(false)
    await page.user.type(screen.getByRole('textbox', { name: 'Code' }), 'abc')
    await page.user.click(screen.getByRole('button', { name: 'Redeem' }))
    await screen.findByText('This code has expired')
  })

  inEachLanguage('says so when the request failed', async () => {
    const page = await open({}, { 'POST /api/user/topup': () => ({ status: 502, body: '<html></html>' }) })
    await page.user.type(screen.getByRole('textbox', { name: 'Code' }), 'abc')
    await page.user.click(screen.getByRole('button', { name: 'Redeem' }))
    await screen.findByText(`${said('Request failed.')} HTTP 502`)
  })

  inEachLanguage('leads to where codes are sold, or says that nobody set the link', async () => {
    const page = await open()
    await screen.findByText('No top-up link is set up yet')
    expect([screen.queryByRole('button', { name: 'Get a code' }), screen.queryByText('Open the setting')]).toEqual([
      null,
      null,
    ])
    page.unmount()
    await open({ top_up_link: 'https://shop.example/' })
    expect(screen.getByRole('link', { name: 'Get a code' }).getAttribute('href')).toBe('https://shop.example/')
  })

  const asRoot = () => {
    const root = sampleUser({ role: 100, quota: 500_000 })
    rememberUser(root)
    return { 'GET /api/user/self': () => ({ body: granted(root) }) }
  }

  inEachLanguage('leads the super admin to the settings that are missing, and sends him to nobody else', async () => {
    await open({ enable_online_topup: false }, asRoot())
    await screen.findByText('No top-up link is set yet.')
    await screen.findByText('Online top-up is not set up yet.')
    const doors = screen.getAllByRole('link', { name: 'Open the setting' }).map((link) => link.getAttribute('href'))
    expect(doors).toEqual(['/setting?keyword=TopUpLink', '/setting?keyword=PayAddress'])
  })

  inEachLanguage('tells the super admin what a payment waits for, and leads there', async () => {
    const wanted = vi.fn()
    onOptionWanted(wanted)
    const missing = () => ({ body: refused('Contact the admin', 'topup_address_missing') })
    const page = await open({}, { ...asRoot(), 'POST /api/user/pay': missing })
    await page.user.click(screen.getByRole('button', { name: 'Alipay' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('7.30 yuan')
    await page.user.click(within(dialog).getByRole('button', { name: 'Go to payment' }))
    await screen.findByText('Online top-up is not fully set up: set the address of this server')
    await page.user.click(screen.getByRole('button', { name: 'Open the setting' }))
    expect(wanted).toHaveBeenCalledExactlyOnceWith('ServerAddress')
  })

  it('shows the price while the amount is typed, and once more before it goes to the provider', async () => {
    const sent = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {})
    const fields = { pid: '1001', sign: 'abc' }
    const page = await open(
      {},
      {
        'POST /api/user/pay': () => ({
          body: { ...granted(fields), message: 'success', url: 'https://pay.example/submit' },
        }),
      },
    )
    await screen.findByText('7.30 yuan')
    await page.user.click(screen.getByRole('button', { name: '$10' }))
    await screen.findByText('73.00 yuan')
    await page.user.click(screen.getByRole('button', { name: 'WeChat Pay' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('73.00 yuan')
    expect(page.calls.some(({ path }) => path === '/api/user/pay')).toBe(false)
    await page.user.click(within(dialog).getByRole('button', { name: 'Go to payment' }))
    await waitFor(() => expect(sent).toHaveBeenCalledOnce())
    expect(page.calls.find(({ path }) => path === '/api/user/pay')?.body).toEqual({
      amount: 10,
      payment_method: 'wx',
      top_up_code: '',
    })
    const form = document.querySelector('form[action="https://pay.example/submit"]')
    expect(Object.fromEntries(new FormData(form as HTMLFormElement))).toEqual(fields)
  })

  it('says beside the amount that its price could not be asked for, in no place of a price, and asks again', async () => {
    let isDown = true
    const page = await open(
      {},
      {
        'POST /api/user/amount': () =>
          isDown ? { status: 500, body: refused('The books are locked') } : { body: granted('7.30') },
      },
    )
    const fault = await screen.findByRole('alert')
    expect(fault.closest('.font-semibold')).toBeNull()
    isDown = false
    await page.user.click(within(fault).getByRole('button', { name: 'Try again' }))
    await screen.findByText('7.30 yuan')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  inEachLanguage('sells no less than the minimum', async () => {
    const page = await open({ min_topup: 5 })
    await page.user.clear(screen.getByRole('textbox', { name: 'Top-up amount' }))
    await page.user.type(screen.getByRole('textbox', { name: 'Top-up amount' }), '4')
    await page.user.click(screen.getByRole('button', { name: 'Alipay' }))
    await screen.findByText('The minimum top-up is 5')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  inEachLanguage('says that online top-up is off, or why the server refused it', async () => {
    const page = await open({ enable_online_topup: false })
    await screen.findByText('Online top-up is not available on this site')
    expect(screen.queryByText('Pay online. Your balance updates within seconds.')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Alipay' })).toBeNull()
    page.unmount()
    const other = await open({}, { 'POST /api/user/pay': () => ({ body: refused('The administrator is away') }) })
    await other.user.click(screen.getByRole('button', { name: 'Alipay' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('7.30 yuan')
    await other.user.click(within(dialog).getByRole('button', { name: 'Go to payment' }))
    await screen.findByText('The administrator is away')
  })

  it('says that a request failed when the server could not be reached', async () => {
    const page = await open(
      {},
      { 'POST /api/user/topup': () => ({ status: 503, body: refused('Briefly unavailable') }) },
    )
    await page.user.type(screen.getByRole('textbox', { name: 'Code' }), 'abc')
    await page.user.click(screen.getByRole('button', { name: 'Redeem' }))
    await screen.findByText(/^Request failed\./)
  })
})

describe('Amounts to buy', () => {
  it('are of dollars, or of quota where they are shown as such', () => {
    const rules = { min_topup: 5, quota_per_unit: 500_000, display_in_currency: true }
    expect([leastAmount(rules), amountPresets(rules)]).toEqual([5, [5, 10, 50, 100]])
    const ofQuota = { ...rules, min_topup: 1, display_in_currency: false }
    expect([leastAmount(ofQuota), amountPresets(ofQuota)[1]]).toEqual([500_000, 2_500_000])
  })
})
