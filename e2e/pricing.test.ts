import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels.ts'
import { optionCalls } from '#contract/options.ts'
import { userSettings } from '#contract/user-settings.ts'
import { users } from '#contract/users.ts'
import { looks, sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { unfold } from '#testing/unfold.ts'
import { scrollsSideways, violationsOf } from '#testing/violations.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let client: ConsoleClient

const member = { username: 'member', password: 'password-1' }

const put = (key: string, value: unknown) =>
  client.call(optionCalls.update, { body: { key, value: JSON.stringify(value) } })
const addChannel = (models: string, group: string) =>
  client.call(channels.create, {
    body: { name: models, type: 1, key: 'sk-1', base_url: 'http://127.0.0.1:9', models, group },
  })

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  client = await setUp(server.url)
  await put('GroupRatio', { default: 1, vip: 0.8, hidden: 6 })
  await put('UserUsableGroups', { default: 'For everyone', vip: 'For friends' })
  await put('ModelRatio', { 'gpt-4o': 1.25, 'gpt-4o-audio-preview': 1.25, o3: 1, 'claude-sonnet-4': 1.5, kept: 1 })
  await put('CompletionRatio', { 'gpt-4o': 4, o3: 4, 'claude-sonnet-4': 5 })
  await put('ModelPrice', { 'dall-e-3': 0.04 })
  await addChannel('gpt-4o,gpt-4o-audio-preview,o3,dall-e-3,not-priced-yet', 'default,vip')
  await addChannel('claude-sonnet-4', 'vip')
  await addChannel('kept', 'hidden')
  const { id } = await client.call(users.create, { body: member })
  await client.call(users.update, { body: { id, group: 'hidden' } })
})
afterAll(() => server.remove())

const open = async (opening: Parameters<typeof pages.open>[2]): Promise<Page> => {
  const page = await pages.open(browser, `${server.url}/pricing`, opening)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}
const rowOf = (page: Page, model: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: model, exact: true }) })
const names = (page: Page) =>
  page
    .getByRole('row')
    .getByTitle(/^Copy /)
    .allInnerTexts()
const showRatios = (page: Page) => page.getByRole('checkbox', { name: 'Show ratios' }).click()
const clipboard = (page: Page) => page.evaluate('navigator.clipboard.readText()')

describe('a visitor who asks what models cost', () => {
  let page: Page
  beforeEach(async () => {
    page = await open({ user: undefined })
  })

  it('is told whose prices these are and how they come about', async () => {
    await page.getByText('You are not logged in. Prices are shown with the default group ratio: 1.').waitFor()
    await page.getByText(/^Cost of a request paid per token = group ratio × model ratio × \(input tokens/).waitFor()
    const heads = () => page.getByRole('columnheader').allInnerTexts()
    const money = ['Available', 'Model', 'Price', 'Billing', 'Usable groups']
    expect((await heads()).filter((head) => head !== '' && money.includes(head))).toEqual(money)
    expect(await heads()).not.toContain('Ratio')
    expect(await rowOf(page, 'gpt-4o').innerText()).toMatch(/Input\s+\$2\.50 \/ 1M[\s\S]*Output\s+\$10\.00 \/ 1M/)
    await showRatios(page)
    await expect.poll(heads).toEqual(expect.arrayContaining([...money, 'Ratio']))
    await page.reload()
    await expect.poll(heads).toContain('Ratio')
  })

  it('sees what is paid by usage first, and what he may not use is greyed and says why', async () => {
    await showRatios(page)
    await expect
      .poll(() => names(page))
      .toEqual(['gpt-4o', 'gpt-4o-audio-preview', 'claude-sonnet-4', 'not-priced-yet', 'o3', 'dall-e-3'])
    expect(await rowOf(page, 'gpt-4o').innerText()).toMatch(
      /Input\s*\$2\.50 \/ 1M[\s\S]*Cache read\s*\$1\.25 \/ 1M[\s\S]*\$10\.00 \/ 1M[\s\S]*Per token[\s\S]*Model 1\.25[\s\S]*Completion 4[\s\S]*Group 1/,
    )
    expect(await rowOf(page, 'dall-e-3').innerText()).toMatch(/Per request[\s\S]*\$0\.04/)
    await rowOf(page, 'claude-sonnet-4').getByText('Group default cannot use this model').waitFor()
    await rowOf(page, 'not-priced-yet').getByText('No price set').waitFor()
    await rowOf(page, 'not-priced-yet')
      .getByText(/^No price has been set: in group default only those who/)
      .waitFor()
    await rowOf(page, 'gpt-4o').getByText('Group default can use this model').waitFor()
  })

  it('looks at the prices of another group with a click on it', async () => {
    await showRatios(page)
    await rowOf(page, 'claude-sonnet-4').getByRole('button', { name: /^vip/ }).click()
    await expect
      .poll(() => rowOf(page, 'gpt-4o').innerText())
      .toMatch(/\$2\.00 \/ 1M[\s\S]*\$8\.00 \/ 1M[\s\S]*Group 0\.8/)
    await page.getByText('Prices below are those of group vip (ratio 0.8).').waitFor()
    expect(await rowOf(page, 'dall-e-3').innerText()).toContain('$0.032')
    await rowOf(page, 'claude-sonnet-4').getByText('Group vip can use this model').waitFor()
    await page.reload()
    await page.getByText('Prices below are those of group vip (ratio 0.8).').waitFor()
    await page.getByRole('combobox', { name: 'Group' }).click()
    await page.getByRole('option', { name: /^default/ }).click()
    await expect.poll(() => rowOf(page, 'gpt-4o').innerText()).toContain('$2.50')
  })

  it('sees prices for a thousand tokens, and the choice is kept', async () => {
    await page.getByText('1K', { exact: true }).click()
    await expect.poll(() => rowOf(page, 'gpt-4o').innerText()).toMatch(/\$0\.0025 \/ 1K[\s\S]*\$0\.01 \/ 1K/)
    await page.reload()
    await expect.poll(() => rowOf(page, 'gpt-4o').innerText()).toContain('$0.0025 / 1K')
    await page.getByText('1M', { exact: true }).click()
    await expect.poll(() => rowOf(page, 'gpt-4o').innerText()).toContain('$2.50 / 1M')
  })

  it('finds models without knowing their exact names, and narrows by maker and billing', async () => {
    await page.getByPlaceholder('Search models').fill('audio GPT4o')
    await expect.poll(() => names(page)).toEqual(['gpt-4o-audio-preview'])
    await page.getByPlaceholder('Search models').fill('zzz')
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.getByRole('combobox', { name: 'Billing' }).click()
    await page.getByRole('option', { name: 'Per request' }).click()
    await expect.poll(() => names(page)).toEqual(['dall-e-3'])
    expect(page.url()).toContain('billing=call')
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.getByRole('combobox', { name: 'Vendor' }).click()
    await page.getByRole('option', { name: 'Anthropic' }).click()
    await expect.poll(() => names(page)).toEqual(['claude-sonnet-4'])
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect.poll(() => names(page)).toHaveLength(6)
  })

  it('orders the models by what they cost, on a phone too, and the address keeps the order', async () => {
    await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click()
    await page.getByRole('menuitemradio', { name: 'Output' }).click()
    await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['o3', 'gpt-4o'])
    expect(page.url()).toContain('sort=output&direction=asc')
    expect(await violationsOf(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 900 })
    await page.getByRole('button', { name: 'Sort by: Output ↑' }).click()
    await page.getByRole('menuitemradio', { name: 'Output' }).click()
    await page.getByRole('button', { name: 'Sort by: Output ↓' }).waitFor()
    const cards = () =>
      page
        .getByRole('listitem')
        .getByTitle(/^Copy /)
        .allInnerTexts()
    await expect.poll(async () => (await cards())[0]).toBe('claude-sonnet-4')
    expect(await scrollsSideways(page)).toBe(false)
    expect(await violationsOf(page)).toEqual([])
  })

  it('sees what a model takes and can, and finds models by that', async () => {
    await rowOf(page, 'gpt-4o').getByTitle('Takes 128K tokens at once · writes 16.4K at most').waitFor()
    await rowOf(page, 'gpt-4o').getByTitle('Reads images').waitFor()
    expect(
      await rowOf(page, 'not-priced-yet')
        .getByTitle(/tokens at once/)
        .count(),
    ).toBe(0)
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('combobox', { name: 'Can' }).click()
    await page.getByRole('option', { name: 'Reasons' }).click()
    await expect.poll(() => names(page)).toEqual(['o3'])
    expect(page.url()).toContain('can=reasoning')
    await page.getByRole('combobox', { name: 'Context' }).click()
    await page.getByRole('option', { name: '1M and more' }).click()
    await page.getByText('Nothing matches').waitFor()
  })

  it('copies one name with a click, and the selected ones together', async () => {
    await page.getByRole('button', { name: 'Copy selected models' }).click()
    await page.getByText('Select at least one model').waitFor()
    await page.getByRole('button', { name: 'o3', exact: true }).click()
    await expect.poll(() => clipboard(page)).toBe('o3')
    await page.getByRole('checkbox', { name: 'Select row gpt-4o', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select row dall-e-3' }).click()
    await page.getByRole('button', { name: 'Copy selected models' }).first().click()
    await page.getByText('2 model names copied').waitFor()
    expect(await clipboard(page)).toBe('gpt-4o,dall-e-3')
  })

  it('compares two to four models, and the address keeps which', async () => {
    const compare = page.getByRole('button', { name: 'Compare', exact: true })
    await page.getByRole('checkbox', { name: 'Select row gpt-4o', exact: true }).click()
    await compare.click()
    await page.getByText('Select two to four models to compare').waitFor()
    await page.getByRole('checkbox', { name: 'Select row o3' }).click()
    await compare.click()
    const line = (name: string) => page.getByRole('dialog').getByRole('row', { name })
    await expect.poll(() => line('Input').innerText()).toMatch(/\$2\.50 \/ 1M\s*\$2\.00 \/ 1M\s*cheapest/)
    expect(await line('Reasons').innerText()).toMatch(/No\s*Yes/)
    expect(page.url()).toContain('compare=gpt-4o%2Co3')
    await page.setViewportSize({ width: 390, height: 900 })
    await page.reload()
    await page.getByRole('combobox', { name: 'Add a model' }).click()
    await page.getByRole('option', { name: 'dall-e-3' }).click()
    await expect.poll(() => line('Per request').innerText()).toContain('$0.04')
    expect(await scrollsSideways(page)).toBe(false)
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Take gpt-4o out of the comparison' }).click()
    await expect.poll(() => page.url()).toContain('compare=o3%2Cdall-e-3')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.url()).not.toContain('compare')
  })

  it('unfolds further prices and where a model is called', async () => {
    await page.getByRole('button', { name: 'Show details of gpt-4o-audio-preview' }).click()
    await page.getByText('$40.00 / 1M').waitFor()
    await page.getByText('POST /v1/chat/completions').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  it('does not see groups that are not open to all', async () => {
    expect(await page.getByText('kept').count()).toBe(0)
    expect(await page.getByText('hidden').count()).toBe(0)
  })
})

it('a user sees the own group and its models', async () => {
  const page = await pages.open(browser, server.url, { user: member })
  await page.getByRole('link', { name: 'Pricing' }).click()
  await page.getByText('Your group is hidden, its ratio is 6.').waitFor()
  await rowOf(page, 'kept').getByText('Group hidden can use this model').waitFor()
  await showRatios(page)
  expect(await rowOf(page, 'kept').innerText()).toMatch(/\$12\.00[\s\S]*Group 6/)
})

it('a user who accepts calls without a price sees what they cost', async () => {
  await client.call(userSettings.update, { body: { accept_unset_model_ratio_model: true } })
  const page = await open({})
  const row = rowOf(page, 'not-priced-yet')
  await row
    .getByText('Group default can use this model. No price has been set: it is charged at the default ratio')
    .waitFor()
  await showRatios(page)
  expect(await row.innerText()).toMatch(/Default ratio[\s\S]*\$75\.00 \/ 1M[\s\S]*Model 37\.5/)
  await page.setViewportSize({ width: 390, height: 900 })
  await page.getByText('it is charged at the default ratio').last().waitFor()
  await client.call(userSettings.update, { body: { accept_unset_model_ratio_model: false } })
})

describe('the price list', () => {
  for (const look of looks) {
    it(`has no faults, ${look.width} px, ${look.language}, ${look.scheme}`, async () => {
      const page = await open({ look, user: undefined })
      const words =
        look.language === 'zh'
          ? {
              banner: /^未登录，当前按默认分组倍率 1/,
              ...{ more: '更多', help: '倍率说明', title: '倍率如何决定价格', call: '按次计费' },
            }
          : {
              banner: /^You are not logged in/,
              ...{ more: 'More', help: 'About ratios', title: 'How ratios make a price', call: 'Per request' },
            }
      await page.getByText(words.banner).waitFor()
      await page.getByText(words.call).first().waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      await unfold(page, words.more)
      await page.getByRole('button', { name: words.help }).click()
      await page.getByRole('heading', { name: words.title }).waitFor()
      await expect.poll(() => violationsOf(page)).toEqual([])
    })
  }
})
