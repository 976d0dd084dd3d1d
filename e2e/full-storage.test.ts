import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tokens } from '#contract/tokens.ts'
import { userSettings } from '#contract/user-settings.ts'
import { type AnsweringUpstream, startAnsweringUpstream, streamWords } from '#testing/answering-upstream.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, operator, setUp } from '#testing/console-client.ts'
import { addChannel } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let upstream: AnsweringUpstream
let client: ConsoleClient
let page: Page

beforeAll(async () => {
  browser = await sharedBrowser()
  upstream = await startAnsweringUpstream(streamWords('heard'))
  server = await startServerProcess()
  client = await setUp(server.url)
  await addChannel(client, { baseUrl: upstream.url, models: ['first'] })
  for (const name of ['north', 'river']) await client.call(tokens.create, { body: { name, unlimited_quota: true } })
})
beforeEach(async () => {
  // A browser that keeps nothing has the console in the language of the account, which the test before may have picked.
  await client.call(userSettings.update, { body: { language: 'en' } })
  page = await pages.open(browser, `${server.url}/about`, { unlikeReloaded: 'what is not kept is gone after a reload' })
})
afterAll(async () => {
  await server.remove()
  await upstream.close()
})

/** As a browser does whose storage is full: what is there can be read, and nothing more is taken. */
const full = `
  const refuse = () => { throw new DOMException('The quota has been exceeded.', 'QuotaExceededError') }
  Storage.prototype.setItem = refuse
  for (const name of ['put', 'add']) IDBObjectStore.prototype[name] = refuse
`
/** As one does that keeps nothing for the site: even to look is an error. */
const forbidden = `
  const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError') }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
  IDBFactory.prototype.open = refuse
`
const browsers = [
  ['is full', full, /^This browser could not keep the conversation/],
  ['is forbidden', forbidden, /^This browser does not keep data for this site/],
] as const

const button = (name: string) => page.getByRole('button', { name, exact: true })
const told = () => page.getByText(/^This browser does not keep what you choose here/)
const isDark = () => page.evaluate<boolean>("document.documentElement.classList.contains('dark')")
const choose = async (menu: string, entry: string, role: 'menuitem' | 'menuitemradio' = 'menuitem') => {
  await button(menu).click()
  await page.getByRole(role, { name: entry, exact: true }).click()
}
/** A browser that keeps nothing does not know who was signed in. */
const enter = async (name: string) => {
  await page.goto(`${server.url}/about`)
  await page.getByRole('heading', { name: 'About', level: 1 }).waitFor()
  const login = page.getByRole('banner').getByRole('link', { name: 'Log in', exact: true })
  if ((await login.count()) > 0) {
    await login.click()
    await page.getByLabel(/^Username/).fill(operator.username)
    await page.getByLabel('Password', { exact: true }).fill(operator.password)
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  }
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name, exact: true }).click()
}
const goTo = async (name: string) => {
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

describe.each(browsers)('Where the storage of the browser %s', (_what, refusing, unkept) => {
  beforeEach(() => page.addInitScript(refusing))

  it('what is chosen holds until the page is left, and that it does is told once', async () => {
    await enter('Users')
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
    // The header knows of it from when its own things are here.
    await page.getByRole('link', { name: /^Wallet: / }).waitFor()
    await button('Switch to dark mode').click()
    await expect.poll(isDark).toBe(true)
    await told().waitFor()
    await told().locator('xpath=..').getByRole('button', { name: 'Dismiss', exact: true }).click()
    await told().waitFor({ state: 'detached' })
    await goTo('Redemption codes')
    await button('Columns').click()
    await page.getByRole('checkbox', { name: 'Uses', exact: true }).click()
    await page.keyboard.press('Escape')
    await goTo('API tokens')
    await choose('Views', 'Save this view…')
    await page.getByRole('dialog').getByLabel('Name').fill('mine')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await goTo('Redemption codes')
    await button('Columns').click()
    expect(await page.getByRole('checkbox', { name: 'Uses', exact: true }).isChecked()).toBe(false)
    await page.keyboard.press('Escape')
    await goTo('API tokens')
    await button('Views').click()
    await page.getByRole('menuitem', { name: 'mine', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    expect([await isDark(), await told().count()]).toEqual([true, 0])
    await choose('Language', 'Français', 'menuitemradio')
    await page.getByRole('heading', { name: 'Jetons d’API', level: 1 }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('fr')
  })

  it('a conversation goes on, is told to be unkept, and is found again behind another', async () => {
    await enter('Playground')
    const message = page.getByRole('textbox', { name: 'Message', exact: true })
    const ask = async (text: string, count: number) => {
      await expect.poll(() => page.getByRole('combobox', { name: 'Model', exact: true }).inputValue()).toBe('first')
      await message.fill(text)
      await message.press('Enter')
      const answers = page.getByRole('article', { name: 'Response of first' })
      await expect.poll(() => answers.filter({ hasText: 'heard' }).count()).toBe(count)
      // While an answer comes nothing is sent.
      await button('Send').waitFor()
    }
    await ask('One river', 1)
    await ask('Another lake', 2)
    expect(await page.getByText(unkept).count()).toBe(1)
    await button('New conversation').click()
    await ask('A third sea', 1)
    await button('Conversations').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^One river/ })
      .click()
    await page.getByText('Another lake', { exact: true }).waitFor()
    await ask('And on', 3)
  })
})
