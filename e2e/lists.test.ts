import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { redemptions } from '#contract/redemptions.ts'
import { tokenStatuses, tokens } from '#contract/tokens.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { focusIs, inSight } from '#testing/screen-facts.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const pages = freshPages()
const names = ['large', 'middle', 'small']

let browser: Browser
let server: ServerProcess
let client: ConsoleClient

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  client = await setUp(server.url)
  for (let made = 0; made < 30; made += 1) {
    const body = { name: made < 2 ? 'spring' : 'autumn', quota: 500_000 * (made + 1), count: 100 }
    await client.call(redemptions.create, { body })
  }
})
afterAll(() => server.remove())

const head = (page: Page, name: string) => page.getByRole('columnheader').getByRole('button', { name, exact: true })
const rows = (page: Page) => page.locator('tbody tr')
const texts = async (page: Page) => (await rows(page).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
const choose = async (page: Page, name: string, action: string) => {
  await page
    .getByRole('button', { name: `Actions for ${name}`, exact: true })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}
const disableElsewhere = async (name: string) => {
  const { items } = await client.call(tokens.list, { query: { keyword: name } })
  await client.call(tokens.switchMany, { body: { ids: items.map(({ id }) => id), status: tokenStatuses.disabled } })
}

describe('A list of three rows', () => {
  beforeEach(async () => {
    const { items } = await client.call(tokens.list, { query: {} })
    if (items.length > 0) await client.call(tokens.removeMany, { body: { ids: items.map(({ id }) => id) } })
    for (const [index, name] of names.entries()) {
      await client.call(tokens.create, { body: { name, remain_quota: (3 - index) * 500_000 } })
    }
  })

  it('shows after each step what a fresh load shows: ordered, narrowed, changed here and elsewhere, and gone', async () => {
    const page = await pages.open(browser, `${server.url}/token`)
    await rows(page).first().waitFor()
    await head(page, 'Quota').click()
    await expect
      .poll(() => texts(page))
      .toEqual(['small', 'middle', 'large'].map((name) => expect.stringContaining(name)))

    await choose(page, 'middle', 'Disable')
    await page.getByText('“middle” disabled').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“middle” enabled').waitFor()

    await disableElsewhere('large')
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()

    await page.getByPlaceholder('Search by name').fill('l')
    await expect.poll(() => rows(page).count()).toBe(3)
    await page.getByPlaceholder('Search by name').fill('la')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => rows(page).count()).toBe(3)

    await choose(page, 'small', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('“small” deleted').waitFor()
    await focusIs(page, 'middle')
  })

  it('has what matters in sight at 1280 px, and its neighbours a key away', async () => {
    await disableElsewhere('large')
    const page = await pages.open(browser, `${server.url}/token`)
    await rows(page).first().waitFor()
    const table = page.getByRole('region', { name: 'API tokens' })
    const columns = ['Name', 'Status', 'Quota / used', 'Expires', 'Actions']
    expect(await inSight({ page, table, width: 1280 }, columns)).toEqual(columns)
    await page.getByRole('link', { name: 'middle', exact: true }).focus()
    await page.keyboard.press('p')
    await page.getByRole('dialog', { name: 'middle' }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('dialog', { name: 'large' }).getByRole('link', { name: 'Open page' }).click()
    await page.getByRole('heading', { name: 'large', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.getByText('“large” enabled').waitFor()
  })
})

describe('A list that is wider than its window', () => {
  it('fades where it goes on at its right, and no longer at its end', async () => {
    const look = { width: 1024, language: 'en', scheme: 'light' } as const
    const page = await pages.open(browser, `${server.url}/redemption`, { look })
    await rows(page).first().waitFor()
    const table = page.getByRole('region', { name: 'Redemption codes' })
    const goesOn = () => table.evaluate((part) => part.matches('[data-cut]'))
    const fades = () => table.evaluate((part) => part.nextElementSibling?.checkVisibility())
    await expect.poll(async () => [await goesOn(), await fades()]).toEqual([true, true])
    await table.evaluate((part) => part.scrollTo({ left: part.scrollWidth }))
    await expect.poll(async () => [await goesOn(), await fades()]).toEqual([false, false])
  })
})

describe('The list of users', () => {
  it('has what matters in sight at 1280 px', async () => {
    const page = await pages.open(browser, `${server.url}/user`)
    await rows(page).first().waitFor()
    const table = page.getByRole('region', { name: 'Users' })
    const columns = ['User', 'Status', 'Role', 'Balance', 'Total used', 'Actions']
    expect(await inSight({ page, table, width: 1280 }, columns)).toEqual(columns)
  })
})

describe('A list of three thousand rows', () => {
  it('is turned to its next page on a phone while rows of this one are selected', async () => {
    const page = await pages.open(browser, `${server.url}/redemption`, {
      look: { width: 320, language: 'en', scheme: 'light' },
      unlikeReloaded: 'which rows are selected is not kept',
    })
    await page
      .getByRole('checkbox', { name: /^Select row/ })
      .first()
      .check()
    await page.getByText('1 selected', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('1 selected, 1 of them on another page').waitFor()
  })

  it('is ordered, paged and narrowed as a whole, and as a whole it is changed', async () => {
    const page = await pages.open(browser, `${server.url}/redemption?page=999`)
    await page.waitForURL('**/redemption?page=300')
    await head(page, 'Quota').click()
    await page.getByText('1–10 of 3,000').waitFor()
    await head(page, 'Quota').click()
    await expect.poll(() => texts(page)).toEqual(Array(10).fill(expect.stringContaining('$30.00')))
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('11–20 of 3,000').waitFor()

    await page.getByRole('searchbox', { name: 'Search by name or ID' }).fill('spring')
    await page.getByText('1–10 of 200').waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
    await page.getByRole('button', { name: 'Select all 200 that match' }).click()
    await rows(page).first().getByRole('checkbox').click()
    await page.getByText('199 selected').waitFor()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByText('199 codes disabled').waitFor()
    expect(await rows(page).filter({ hasText: 'Disabled' }).count()).toBe(9)

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('1–10 of 3,000').waitFor()
    expect(await page.getByText(/\d+ selected/).count()).toBe(0)
  })
})

describe('Two quick changes of which one is refused', () => {
  it('leave the one and not the other, though the list that was asked for before knows of neither', async () => {
    for (const name of ['quick', 'slow']) await client.call(tokens.create, { body: { name, unlimited_quota: true } })
    const page = await pages.open(browser, `${server.url}/token?keyword=`)
    await rows(page).first().waitFor()
    const release = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await page.route('**/api/token/?*', async (route) => {
      const response = await route.fetch()
      asked.resolve()
      await release.promise
      await route.fulfill({ response })
    })
    let changes = 0
    await page.route(`**${tokens.switchMany.path}`, (route) => {
      changes += 1
      return changes === 1 ? route.fulfill({ json: { success: false, message: 'Not now.' } }) : route.continue()
    })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await asked.promise
    await choose(page, 'slow', 'Disable')
    await choose(page, 'quick', 'Disable')
    await page.getByText('Not now.').waitFor()
    await page.getByText('“quick” disabled').waitFor()
    const stateOf = async (name: string) =>
      /Enabled|Disabled/.exec((await texts(page)).find((text) => text.includes(name)) ?? '')?.[0]
    const states = async () => [await stateOf('quick'), await stateOf('slow')]
    expect(await states()).toEqual(['Disabled', 'Enabled'])
    release.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    expect(await states()).toEqual(['Disabled', 'Enabled'])
  })
})

describe('A list on paper', () => {
  it('is its heading and every row of its page, whole and in black on white, without what only hands need', async () => {
    const look = { width: 1440, language: 'en', scheme: 'dark' } as const
    const page = await pages.open(browser, `${server.url}/redemption?size=100`, { look })
    await expect.poll(() => rows(page).count()).toBe(100)
    await page.emulateMedia({ media: 'print' })
    const shown = async (locator: Locator) => (await locator.all()).length > 0 && (await locator.first().isVisible())
    expect(await shown(page.getByRole('heading', { name: 'Redemption codes', level: 1 }))).toBe(true)
    for (const name of ['Navigation', 'Main navigation']) {
      expect(await shown(page.getByRole('navigation', { name, exact: true }))).toBe(false)
    }
    for (const control of ['Refresh', 'Next page', 'Actions for autumn']) {
      expect(await shown(page.getByRole('button', { name: control, exact: true }))).toBe(false)
    }
    const table = page.getByRole('region', { name: 'Redemption codes' })
    const isCut = () => table.evaluate((part) => part.scrollHeight > part.clientHeight + 1)
    expect(await isCut()).toBe(false)
    const scheme = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme')
    expect(await scheme()).toBe('light')
    await page.emulateMedia({ media: 'screen' })
    expect(await scheme()).toBe('dark')
    expect(await shown(page.getByRole('button', { name: 'Refresh', exact: true }))).toBe(true)
    expect(await isCut()).toBe(true)
  })
})
