import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { optionCalls } from '#contract/options.ts'
import { redemptions } from '#contract/redemptions.ts'
import { session } from '#contract/session.ts'
import { looks, sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, createConsoleClient, setUp } from '#testing/console-client.ts'
import { type EpayServer, startEpayServer } from '#testing/epay-server.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { scrollsSideways, violationsOf } from '#testing/violations.ts'

const member = { username: 'member', password: 'correct-horse' }

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let epay: EpayServer
let operator: ConsoleClient
let user: ConsoleClient

beforeAll(async () => {
  browser = await sharedBrowser()
  epay = await startEpayServer()
  server = await startServerProcess()
  operator = await setUp(server.url)
  user = createConsoleClient(server.url)
  await user.call(session.register, { body: member })
  await user.login(member.username, member.password)
})
afterAll(async () => {
  await server.remove()
  await epay.close()
})

const setOptions = async (options: Record<string, string>) => {
  for (const [key, value] of Object.entries(options)) await operator.call(optionCalls.update, { body: { key, value } })
}
const quotaOf = async () => (await user.call(session.self)).quota
const createCode = async (fields: object = {}): Promise<string> => {
  const [key = ''] = await operator.call(redemptions.create, { body: { name: 'code', quota: 500_000, ...fields } })
  return key
}

const letThemPay = () =>
  setOptions({
    TopUpLink: 'https://shop.example/codes',
    PayAddress: epay.url,
    EpayId: epay.pid,
    EpayKey: epay.key,
    ServerAddress: server.url,
    MinTopUp: '2',
  })

describe('a user with a wallet', () => {
  let page: Page
  beforeEach(async () => {
    await setOptions({ TopUpLink: '', PayAddress: '' })
    page = await pages.open(browser, `${server.url}/topup`, { user: member })
  })

  const redeem = async (key: string) => {
    await page.getByRole('textbox', { name: 'Code' }).fill(key)
    await page.getByRole('button', { name: 'Redeem' }).click()
  }

  const shows = (quota: number) =>
    page
      .locator('#main')
      .getByText(`$${(quota / 500_000).toFixed(2)}`, { exact: true })
      .waitFor()

  it('redeems a code once, and sees the balance rise', async () => {
    const before = await quotaOf()
    const key = await createCode()
    await redeem(key)
    await page.getByText('$1.00 added to your balance').waitFor()
    await shows(before + 500_000)
    await redeem(key)
    await page.getByText('This code has already been used').waitFor()
    expect(await quotaOf()).toBe(before + 500_000)
  })

  it('hears what is wrong with a code', async () => {
    await redeem('')
    await page.getByText('Enter a redemption code').waitFor()
    await redeem('guess')
    await page.getByText('This code is invalid').waitFor()
    await redeem(await createCode({ valid_from: 4_000_000_000 }))
    await page.getByText('This code is not valid yet').waitFor()
  })

  it('is told while online top-up or the link to codes is missing, and follows the link when it is there', async () => {
    await page.getByText('Online top-up is not available on this site').waitFor()
    await page.getByText('No top-up link is set up yet').waitFor()
    expect(await page.getByRole('button', { name: 'Get a code' }).count()).toBe(0)
    await letThemPay()
    await page.reload()
    expect(await page.getByRole('link', { name: 'Get a code' }).getAttribute('href')).toBe('https://shop.example/codes')
  })

  it('cannot buy less than the minimum', async () => {
    await letThemPay()
    await page.reload()
    const amount = page.getByRole('textbox', { name: 'Top-up amount' })
    await amount.fill('1')
    await page.getByRole('button', { name: 'Alipay' }).click()
    await page.getByText('The minimum top-up is 2').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await amount.fill('-3')
    await amount.blur()
    expect(await amount.inputValue()).toBe('1')
  })

  it('sees the price, confirms it, pays at the provider and comes back to the log', async () => {
    await letThemPay()
    const unlikeReloaded = 'an amount that is chosen is kept nowhere until it is paid'
    page = await pages.open(browser, `${server.url}/topup`, { user: member, unlikeReloaded })
    const before = await quotaOf()
    await page.getByRole('button', { name: '$10', exact: true }).click()
    await page.getByText('73.00 yuan').waitFor()
    await page.getByRole('button', { name: 'Alipay' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('73.00 yuan').waitFor()
    await dialog.getByText('$10', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Go to payment' }).click()
    await page.waitForURL(`${epay.url}/submit.php`)
    await page.getByText('TUC10: 73.00').waitFor()
    expect(await quotaOf()).toBe(before)
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.waitForURL(`${server.url}/log**`)
    expect(await quotaOf()).toBe(before + 5_000_000)
    await page.getByText('Top-up').first().waitFor()
    await page.goto(`${server.url}/topup`)
    await shows(before + 5_000_000)
  })

  it('can leave the confirmation without paying', async () => {
    await letThemPay()
    await page.reload()
    const orders = epay.orders.size
    await page.getByRole('button', { name: 'WeChat Pay' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(epay.orders.size).toBe(orders)
  })
})

describe('the wallet with everything on it', () => {
  for (const look of looks) {
    it(`is free of accessibility faults and sideways scrolling, ${look.width} px, ${look.language}, ${look.scheme}`, async () => {
      await letThemPay()
      const page = await pages.open(browser, `${server.url}/topup`, { look, user: member })
      await page.getByText(/14\.60/).waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      await page.getByRole('button', { name: look.language === 'zh' ? '支付宝' : 'Alipay' }).click()
      await page
        .getByRole('dialog')
        .getByText(/14\.60/)
        .waitFor()
      await expect.poll(() => violationsOf(page)).toEqual([])
    })
  }
})
