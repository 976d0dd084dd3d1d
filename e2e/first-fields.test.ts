import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optionCalls } from '#contract/options.ts'
import { redemptions } from '#contract/redemptions.ts'
import { users } from '#contract/users.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { operator, setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess
const ids = { token: 0, channel: 0, user: 0, code: 0 }

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  const client = await setUp(server.url)
  // Nobody is asked for an address where no mail comes.
  for (const [key, value] of [
    ['SMTPServer', '127.0.0.1'],
    ['SMTPAccount', 'sluice@example.com'],
  ] as const) {
    await client.call(optionCalls.update, { body: { key, value } })
  }
  ids.channel = (await addChannel(client, { baseUrl: 'http://127.0.0.1:9', models: ['plain'] })).id
  ids.token = (await addToken(client, { name: 'laptop' })).id
  ids.user = (await client.call(users.create, { body: { username: 'ann', password: 'stone-river-1' } })).id
  await client.call(redemptions.create, { body: { name: 'spring', quota: 500_000, count: 1 } })
  ids.code = (await client.call(redemptions.list, { query: {} })).items[0]?.id ?? 0
})
afterAll(() => server.remove())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const choose = async (page: Page, menu: string, name: string) => {
  await press(page, menu)
  await page.getByRole('menuitem', { name }).click()
}

/** Whether nothing that could be answered stands before what has the focus. */
const beginsInFirst = `(() => {
  const form = document.querySelector('[role=dialog]') ?? document.querySelector('main form')
  const first = form?.querySelector('input:not([type=hidden]), textarea, select, [role=combobox], [contenteditable]')
  return first != null && first === document.activeElement
})()`

type Opening = (page: Page) => Promise<unknown>
const isThere: Opening = async () => {}

/** Every form that asks for something, and how it is come to. */
const forms: readonly [path: () => string, open: Opening][] = [
  [() => '/token/add', isThere],
  [() => `/token/edit/${ids.token}`, isThere],
  [() => '/channel/add', isThere],
  [() => `/channel/edit/${ids.channel}`, isThere],
  [() => '/user/add', isThere],
  [() => `/user/edit/${ids.user}`, isThere],
  [() => '/redemption/add', isThere],
  [() => `/redemption/edit/${ids.code}`, isThere],
  [() => '/token', (page) => choose(page, 'Actions for laptop', 'Replace key')],
  [() => '/token', (page) => choose(page, 'Actions for laptop', 'Duplicate')],
  [() => '/token', (page) => choose(page, 'Views', 'Save this view')],
  [() => '/redemption', (page) => press(page, 'Delete by name')],
  [
    () => '/channel',
    async (page) => {
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
      await press(page, 'Set values')
    },
  ],
  [() => '/personal?tab=security', (page) => press(page, 'Change password')],
  [() => '/personal', (page) => press(page, 'Connect: Email')],
  [() => '/price', (page) => press(page, 'Add model')],
]

describe('The focus of a form that is opened', () => {
  it('is in its first field', async () => {
    for (const [path, open] of forms) {
      const page = await pages.open(browser, server.url + path(), { user: operator })
      await open(page)
      await expect.poll(() => page.evaluate(beginsInFirst), { message: `${path()} ${open}` }).toBe(true)
    }
  })

  it('is in the first field of the pages of a visitor', async () => {
    for (const path of ['/login', '/register', '/reset']) {
      const page = await pages.open(browser, server.url + path, { user: undefined })
      await expect.poll(() => page.evaluate(beginsInFirst), { message: path }).toBe(true)
    }
  })
})
