import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tokens } from '#contract/tokens.ts'
import { users } from '#contract/users.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, createConsoleClient, setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const anna = { username: 'anna', password: 'battery-staple-1' }

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let client: ConsoleClient
let page: Page

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  client = await setUp(server.url)
  await client.call(users.create, { body: anna })
  await client.call(tokens.create, { body: { name: 'of root', unlimited_quota: true } })
  const hers = createConsoleClient(server.url)
  await hers.login(anna.username, anna.password)
  await hers.call(tokens.create, { body: { name: 'of anna', unlimited_quota: true } })
})
afterAll(() => server.remove())
beforeEach(async () => {
  page = await pages.open(browser, `${server.url}/token`, {
    hasOwnSession: true,
    mayMeet: /^Failed to load resource|PartMissing/,
  })
})

const drawer = () => page.getByRole('dialog')

/** The server has another build: this file of the old one is gone, and the page names other scripts. */
const upgrade = async (file: string) => {
  await page.route(`**/assets/${file}*`, (route) => route.fulfill({ status: 404, body: '' }))
  await page.route(`${server.url}/`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('/assets/', '/assets/newer-') })
  })
}

describe('a tab that stays open while the server is upgraded', () => {
  it('keeps what was typed, says so, and goes on with what it has', async () => {
    await page.getByRole('button', { name: 'Create token' }).first().click()
    await drawer().getByLabel(/^Name/).fill('half typed')
    await upgrade('confirm-dialog')
    await page.keyboard.press('Escape')
    await page.getByText('A newer version of the console is being served').waitFor()
    expect(await drawer().getByLabel(/^Name/).inputValue()).toBe('half typed')
    await drawer().getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('Your new token').waitFor()
  })

  it('is loaded anew at once where nothing is lost by it, and stays where it was', async () => {
    await page.goto(`${server.url}/token?status=2`)
    await upgrade('token-drawer')
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Create token' }).first().click()
    await loaded
    // With the form that was asked for: it stands in the address.
    expect(page.url()).toBe(`${server.url}/token/add?status=2`)
  })

  it('has pages that are reached by a link all the same', async () => {
    await page.getByText('of root', { exact: true }).waitFor()
    await upgrade('redemptions-page')
    const loaded = page.waitForEvent('load')
    await page.getByRole('link', { name: 'Redemption codes' }).click()
    await loaded
    expect(new URL(page.url()).pathname).toBe('/redemption')
  })
})

describe('a network that is away while a drawer is first opened', () => {
  it('is told once, and the drawer comes when it is back', async () => {
    await page.getByText('of root', { exact: true }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Create token' }).first().click()
    await page.getByText('The code of this part could not be loaded').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Create token' }).first().click()
    await drawer().getByLabel(/^Name/).waitFor()
  })
})

describe('two tabs of one browser', () => {
  it('show what is another’s to nobody: whoever signs in last has both', async () => {
    await page.getByText('of root', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Create token' }).first().click()
    await drawer().getByLabel(/^Name/).fill('typed by root')

    const second = await pages.openBeside(page, `${server.url}/token`)
    await second.getByRole('button', { name: 'Account: root' }).click()
    await second.getByRole('menuitem', { name: 'Log out' }).click()
    await second.waitForURL('**/login*')
    await second.locator('input[name=username]').fill(anna.username)
    await second.locator('input[name=password]').fill(anna.password)
    await second.keyboard.press('Enter')
    await second.getByText('of anna', { exact: true }).waitFor()

    await page.goto(`${server.url}/token`)
    await page.getByText('of anna', { exact: true }).waitFor()
    expect(await page.getByText('of root', { exact: true }).count()).toBe(0)
  })

  it('go on together from the login: whoever signs in in the one is not asked again in the other', async () => {
    await page.context().clearCookies()
    await page.goto(`${server.url}/login`)
    await page.evaluate(() => localStorage.removeItem('user'))
    await page.reload()
    const second = await pages.openBeside(page, `${server.url}/login`)
    await second.locator('input[name=username]').fill(anna.username)
    await second.locator('input[name=password]').fill(anna.password)
    await second.keyboard.press('Enter')
    await second.getByText('of anna', { exact: true }).waitFor()
    await page.getByText('of anna', { exact: true }).waitFor()
    expect(page.url()).toBe(`${server.url}/token`)
  })

  it('without a word in between: rows, menus and what was typed go when somebody else signs in', async () => {
    await page.getByText('of root', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Create token' }).first().click()
    await drawer().getByLabel(/^Name/).fill('typed by root')

    const second = await pages.openBeside(page, `${server.url}/about`)
    await second.evaluate(async (body) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/api/user/login', { method: 'POST', headers, body: JSON.stringify(body) })
      const { data }: { data: object } = JSON.parse(await answer.text())
      localStorage.setItem('user', JSON.stringify(data))
    }, anna)

    await page.getByText('of anna', { exact: true }).waitFor()
    await page.getByRole('button', { name: `Account: ${anna.username}` }).waitFor()
    expect(await page.getByText('of root', { exact: true }).count()).toBe(0)
    await drawer().waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${server.url}/token`)
  })
})
