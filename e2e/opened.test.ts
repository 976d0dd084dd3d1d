import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optionCalls } from '#contract/options.ts'
import { redemptions } from '#contract/redemptions.ts'
import { desk, type Look, sharedBrowser } from '#testing/browser.ts'
import { setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { settled } from '#testing/settled.ts'
import { unfold } from '#testing/unfold.ts'
import { scrollsSideways, violationsOf } from '#testing/violations.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  const client = await setUp(server.url)
  await addChannel(client, { baseUrl: 'http://127.0.0.1:9', models: ['plain'] })
  await addToken(client)
  await client.call(redemptions.create, { body: { name: 'spring', quota: 500_000, count: 2 } })
  await client.call(optionCalls.update, { body: { key: 'Notice', value: 'Closed on **Sunday**.\n\n'.repeat(40) } })
})
afterAll(() => server.remove())

/** Something that opens over a page: what has the focus before, and the keys that lead from there to it. */
type Opened = {
  path: string
  from: (page: Page) => Locator
  keys?: (page: Page) => Promise<void>
  role?: 'dialog' | 'menu' | 'listbox'
  /** What must be done before it can be opened. */
  before?: (page: Page) => Promise<void>
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first()
const press = (key: string) => (page: Page) => page.keyboard.press(key)
/** Opens the menu and goes down to its entry. */
const entry = (name: string) => async (page: Page) => {
  await page.keyboard.press('Enter')
  const wanted = page.getByRole('menuitem', { name, exact: true })
  await wanted.waitFor()
  await expect.poll(() => hasFocus(page.getByRole('menu'))).toBe(true)
  const isThere = () => hasFocus(wanted)
  for (let step = 0; step < 20 && !(await isThere()); step += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}
const unfolded = (name: string) => (page: Page) => unfold(page, name)

const keepView = async (page: Page) => {
  const views = [{ name: 'mine', filters: {}, hidden: [], dense: true }]
  await page.evaluate(`localStorage.setItem('tokens-views', '${JSON.stringify(views)}')`)
  await page.reload()
  await settled(page)
  await unfold(page, 'More')
}
const typed = async (page: Page) => {
  await page.keyboard.press('Enter')
  const name = page.getByRole('dialog').getByLabel(/^Name/)
  await name.waitFor()
  await name.fill('autumn')
  await name.press('Enter')
  await page.getByRole('dialog', { name: 'Your new code' }).waitFor()
}

const everywhere: Record<string, Opened> = {
  'the shortcuts': { path: '/token', from: button('Refresh'), keys: press('?') },
  'the palette': { path: '/token', from: button('Refresh'), keys: press('Control+k') },
  'the announcement': { path: '/token', from: button(/announcement$/i) },
  'the account menu': { path: '/token', from: button('Account: root'), role: 'menu' },
  'the menu of a row': { path: '/token', from: button('Actions for first'), role: 'menu' },
  'a new key': { path: '/token', from: button('Actions for first'), keys: entry('Replace key') },
  'the columns': { path: '/audit', from: button('Columns'), before: unfolded('More') },
  'a view to save': { path: '/token', from: button('Views'), keys: entry('Save this view…'), before: unfolded('More') },
  'views to delete': { path: '/token', from: button('Views'), keys: entry('Delete views…'), before: keepView },
  'a choice': {
    path: '/log',
    from: (page) => page.getByRole('combobox', { name: 'Type' }),
    role: 'listbox',
    before: unfolded('Filters'),
  },
  'a range of time': { path: '/log', from: (page) => page.locator('main button[aria-haspopup=dialog]').first() },
  'values of channels': {
    path: '/channel',
    from: button('Set values'),
    before: (page) => page.getByRole('checkbox', { name: 'Select row upstream' }).check(),
  },
  'further prices': {
    path: '/price?model=plain',
    from: button('Edit long prompts and services of plain'),
  },
  'a password': { path: '/personal?tab=security', from: button('Change password') },
  'codes to delete by name': { path: '/redemption', from: button('Delete by name'), before: unfolded('More') },
  'codes that were made': { path: '/redemption', from: button('Create codes'), keys: typed },
  'a request as code': { path: '/playground', from: button('View code') },
  'the conversations': { path: '/playground', from: button('Conversations') },
}
const onPhones: Record<string, Opened> = {
  'the navigation': { path: '/token', from: button('Open navigation') },
  'the parameters': { path: '/playground', from: button('Parameters') },
}

const hasFocus = (element: Locator) =>
  element.evaluate((node) => node.contains(node.ownerDocument.activeElement)).catch(() => false)

/** Opened by keys alone, looked at, and closed by one; answers what is wrong with it. */
const look = async (
  page: Page,
  name: string,
  { path, from, keys, role, before }: Opened,
  isScanned: boolean,
): Promise<string[]> => {
  if (page.url() !== server.url + path) await page.goto(server.url + path)
  await settled(page)
  await before?.(page)
  await from(page).focus()
  await (keys ?? press('Enter'))(page)
  const opened = page.getByRole(role ?? 'dialog').last()
  await opened.waitFor()
  await expect.poll(() => hasFocus(opened), { message: `${name}: the focus is in it` }).toBe(true)
  const faults = isScanned ? await violationsOf(page) : []
  if (await scrollsSideways(page)) faults.push('scrolls sideways')
  await page.keyboard.press('Escape')
  await opened.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(from(page)), { message: `${name}: the focus is back` }).toBe(true)
  return faults
}

const phone: Look = { width: 390, language: 'en', scheme: 'dark' }

describe('what opens over a page is free of accessibility faults, fits, and gives the focus back', () => {
  for (const [size, what] of [
    [desk, everywhere],
    [phone, { ...onPhones, ...everywhere }],
  ] as const) {
    it(`at ${size.width} px`, async () => {
      const unlikeReloaded = 'each is opened over a page that was loaded for it, and changes nothing there'
      const page = await pages.open(browser, server.url, { look: size, unlikeReloaded })
      const faults: string[] = []
      for (const [name, opened] of Object.entries(what)) {
        // What is on both was scanned at the desk.
        const found = await look(page, name, opened, size === desk || name in onPhones)
        faults.push(...found.map((fault) => `${name}: ${fault}`))
      }
      expect(faults).toEqual([])
    })
  }
})
