import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels.ts'
import { optionCalls } from '#contract/options.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { sameAsReloaded } from '#testing/fresh-load.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { startVendor, type Vendor } from '#testing/vendor-server.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let client: ConsoleClient
/** Publishes releases and a list of prices. */
let site: Vendor
let release = 'v99.0.0'

const asked = {
  acme: { models: { 'gpt-4o': { cost: { input: 5, output: 20 } }, both: { cost: { input: 4, output: 4 } } } },
}

beforeAll(async () => {
  browser = await sharedBrowser()
  site = await startVendor(({ path }) =>
    path === '/latest' ? { body: { tag_name: release, html_url: 'https://example.com/release' } } : { body: asked },
  )
  server = await startServerProcess()
  client = await setUp(server.url)
  const models = 'gpt-4o,both'
  await client.call(channels.create, {
    body: { name: 'one', type: 1, key: 'sk-1', base_url: site.url, models, group: 'default' },
  })
  await put('ModelRatio', '{"gpt-4o":1.25,"both":2,"unserved":3}')
  await put('ModelPrice', '{}')
  await put('CompletionRatio', '{"gpt-4o":4}')
  await put('UpdateAddress', `${site.url}/latest`)
})
afterAll(async () => {
  await server.remove()
  await site.close()
})

const put = (key: string, value: string) => client.call(optionCalls.update, { body: { key, value } })
const stored = async (key: string): Promise<string> =>
  (await client.call(optionCalls.list)).find((option) => option.key === key)?.value ?? ''
const open = (path: string) =>
  pages.open(browser, server.url + path, { unlikeReloaded: 'it is compared by hand, once it is saved' })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const told = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const box = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true })

describe('The settings', () => {
  it('are found by a word on all tabs, changed there together, and go back to their defaults', async () => {
    const page = await open('/setting')
    const search = page.getByRole('searchbox', { name: 'Search all settings' })
    await page.getByRole('tab', { name: 'Operation' }).waitFor()
    await search.fill('no such setting')
    await told(page, 'No setting matches')
    await search.fill('per period')
    await told(page, /^[2-9] settings found$/)
    expect(await page.getByRole('tab').count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('keyword')).toBe('per period')
    await sameAsReloaded(page)

    const count = page.getByLabel('Requests per period', { exact: true })
    const usual = await count.inputValue()
    const reset = button(page, 'Use the default of “Requests per period”')
    expect(await reset.count()).toBe(0)
    await count.fill('30')
    await search.fill('system name')
    await page.getByLabel('System name', { exact: true }).fill('Weir')
    await told(page, '2 unsaved changes')
    await button(page, 'Save all').click()
    await told(page, 'Saved')
    await expect.poll(() => page.getByRole('banner').innerText()).toContain('Weir')
    expect([await stored('ModelRequestRateLimitCount'), await stored('SystemName')]).toEqual(['30', 'Weir'])
    await sameAsReloaded(page)

    await button(page, 'Use the default of “System name”').click()
    expect(await page.getByLabel('System name', { exact: true }).inputValue()).toBe('Sluice')
    await search.fill('per period')
    await reset.click()
    expect(await count.inputValue()).toBe(usual)
    await told(page, '2 unsaved changes')
    await button(page, 'Save all').click()
    await expect.poll(() => page.getByRole('banner').innerText()).toContain('Sluice')
    await expect.poll(() => reset.count()).toBe(0)
    expect(await stored('ModelRequestRateLimitCount')).toBe(usual)
    await button(page, 'Clear Search all settings').click()
    await page.getByRole('tab', { name: 'Operation' }).waitFor()
    await sameAsReloaded(page)
  })

  it('tell of a newer version, and that there is none', async () => {
    const page = await open('/setting?tab=other')
    await button(page, 'Check for updates').click()
    await told(page, 'Version v99.0.0 is available')
    expect(await page.getByRole('link', { name: 'Open the release' }).getAttribute('href')).toBe(
      'https://example.com/release',
    )
    const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Version' }) })
    release = await section.locator('dd').first().innerText()
    await button(page, 'Check for updates').click()
    await told(page, `${release} is the latest version`)
    await expect.poll(() => page.getByText('Version v99.0.0 is available').count()).toBe(0)
    site.tell({ status: 500, body: {} })
    await button(page, 'Check for updates').click()
    await told(page, 'Couldn’t check for updates. Try again later.')
    site.tell({ body: asked })
  })
})

describe('The prices', () => {
  it('are narrowed to what is served, shown by kind, and back', async () => {
    const page = await open('/price')
    const ratios = page.getByRole('textbox', { name: /^Ratio of/ })
    await expect.poll(() => ratios.count()).toBe(3)
    for (const _turn of ['first', 'second']) {
      await page.getByLabel('Only the 2 that are served').check()
      await expect.poll(() => ratios.count()).toBe(2)
      expect(new URL(page.url()).searchParams.get('served')).toBe('true')
      await sameAsReloaded(page)
      await page.getByLabel('Only the 2 that are served').uncheck()
      await expect.poll(() => ratios.count()).toBe(3)
    }
    const audio = box(page, 'Audio input: gpt-4o')
    await page.getByRole('radio', { name: 'Cache, images, audio' }).check()
    await audio.fill('20')
    await audio.press('Enter')
    await page.getByRole('radio', { name: 'Input and output' }).check()
    await expect.poll(() => audio.count()).toBe(0)
    expect(await box(page, 'Ratio of gpt-4o').inputValue()).toBe('1.25')
    await button(page, 'Save changes').click()
    await expect.poll(async () => JSON.parse(await stored('AudioRatio'))['gpt-4o']).toBe(20)
    await page.getByRole('radio', { name: 'Cache, images, audio' }).check()
    expect(await audio.inputValue()).toBe('20')
    await audio.fill('')
    await audio.press('Enter')
    await button(page, 'Save changes').click()
    await expect.poll(async () => JSON.parse(await stored('AudioRatio'))['gpt-4o']).toBe(undefined)
  })

  it('of long prompts and services are set beside those of a model, and taken away', async () => {
    const page = await open('/price')
    const dialog = page.getByRole('dialog')
    const row = page.getByRole('row').filter({ hasText: 'gpt-4o' })
    const edit = async () => {
      await button(row, 'Edit long prompts and services of gpt-4o').click()
      await dialog.getByText(/^Usually \$2\.50 of input and \$10\.00 of output/).waitFor()
    }
    const confirm = async () => {
      await button(dialog, 'Apply').click()
      await dialog.waitFor({ state: 'detached' })
    }
    await edit()
    await button(dialog, 'Add a step').click()
    await box(dialog, 'More tokens than').fill('many')
    await box(dialog, 'Input').fill('5')
    await box(dialog, 'Output').fill('15')
    await button(dialog, 'Apply').click()
    await dialog.getByText('A step begins above a whole number of tokens').waitFor()
    await box(dialog, 'More tokens than').fill('200000')
    await dialog.getByRole('textbox', { name: /^Batch, input/ }).fill('1.25')
    await confirm()
    await row.getByText('> 200,000: $5.00 / $15.00').waitFor()
    await row.getByText('Batch, input: $1.25').waitFor()
    await button(page, 'Save changes').click()
    await expect.poll(async () => JSON.parse(await stored('PriceStep'))['gpt-4o']).toBeDefined()
    await sameAsReloaded(page)
    await edit()
    await button(dialog, 'Take away step 1').click()
    await dialog.getByRole('textbox', { name: /^Batch, input/ }).fill('')
    await confirm()
    await expect.poll(() => row.getByText('> 200,000').count()).toBe(0)
    await button(page, 'Save changes').click()
    await expect.poll(async () => JSON.parse(await stored('PriceStep'))['gpt-4o']).toBe(undefined)
    await sameAsReloaded(page)
  })

  it('of others are read from an address and a file, taken over, and forgotten', async () => {
    site.tell({ body: asked })
    const page = await open('/price?view=lists')
    const rows = page.getByRole('table', { name: 'Price lists' }).locator('tbody tr')
    await button(page, 'Fetch').click()
    await told(page, 'Enter the address of a price list')
    await page.getByRole('textbox', { name: /^Address of a price list/ }).fill(`${site.url}/list`)
    await button(page, 'Fetch').click()
    await told(page, 'models.dev, 2 prices')
    await expect.poll(() => rows.count()).toBe(1)
    expect(await rows.first().innerText()).toMatch(/gpt-4o[\s\S]*\$2\.50 \/ \$10\.00[\s\S]*\$5\.00 \/ \$20\.00/)
    const dearer = JSON.stringify({ other: { models: { unserved: { cost: { input: 8, output: 8 } } } } })
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'dearer.json', mimeType: 'application/json', buffer: Buffer.from(dearer) })
    await expect.poll(() => rows.count()).toBe(2)
    await button(page, 'Remove dearer.json').click()
    await expect.poll(() => rows.count()).toBe(1)
    await button(page, 'Take over (0)').click()
    await told(page, 'Select models first')
    await button(page, 'Select all 1').click()
    await button(page, 'Take over (1)').click()
    await told(page, '1 price taken over, not saved yet')
    await told(page, 'These lists ask what is set here')
    await button(page, 'Save changes').click()
    await expect.poll(async () => JSON.parse(await stored('ModelRatio'))['gpt-4o']).toBe(2.5)
    await button(page, `Remove ${site.url}/list`).click()
    await expect.poll(() => rows.count()).toBe(0)
    expect(await button(page, 'Select all 1').count()).toBe(0)
  })
})
