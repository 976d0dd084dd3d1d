import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languageCodes, languages } from '#contract/languages.ts'
import { optionCalls } from '#contract/options.ts'
import { desk, sharedBrowser } from '#testing/browser.ts'
import { setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const pages = freshPages()
const phone = { ...desk, width: 390 }

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  const client = await setUp(server.url)
  await client.call(optionCalls.update, { body: { key: 'Notice', value: 'We move on **Sunday**.' } })
})
afterAll(() => server.remove())

const open = (path: string, opening: { look?: typeof desk; user?: undefined } = {}) =>
  pages.open(browser, server.url + path, { ...opening, unlikeReloaded: 'what is used stands around the page' })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const isAt = (page: Page, heading: string) => page.getByRole('heading', { name: heading, level: 1 }).waitFor()
const painted = (page: Page) =>
  page.evaluate<[string, boolean]>(
    `[getComputedStyle(document.body).backgroundColor, document.documentElement.classList.contains('dark')]`,
  )
const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()')

describe('Around every page', () => {
  it('it is dark and light again, also after a reload and from the palette', async () => {
    const page = await open('/token')
    await isAt(page, 'API tokens')
    const light = await painted(page)
    const turn = async (name: string, isDark: boolean) => {
      await button(page, name).click()
      await expect.poll(async () => (await painted(page))[1]).toBe(isDark)
    }
    await turn('Switch to dark mode', true)
    const dark = await painted(page)
    expect(dark[0]).not.toBe(light[0])
    await page.reload()
    await isAt(page, 'API tokens')
    expect(await painted(page)).toEqual(dark)
    await turn('Switch to light mode', false)
    expect(await painted(page)).toEqual(light)
    for (const wanted of [dark, light]) {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('dark mode')
      await page.getByRole('option', { name: 'Toggle dark mode' }).click()
      await expect.poll(() => painted(page)).toEqual(wanted)
    }
  })

  it('it speaks each language that is chosen, and the first again', async () => {
    const page = await open('/token')
    await isAt(page, 'API tokens')
    const trigger = page
      .getByRole('banner')
      .getByRole('button')
      .filter({ has: page.locator('.lucide-languages') })
    const heading = () => page.getByRole('heading', { level: 1 }).innerText()
    const heard = new Set<string>()
    for (const code of [...languageCodes.slice(1), 'en'] as const) {
      const before = await heading()
      await trigger.click()
      await page.getByRole('menuitemradio', { name: languages[code].name, exact: true }).click()
      await expect.poll(heading).not.toBe(before)
      expect(await page.evaluate('document.documentElement.lang')).toBe(languages[code].locale)
      heard.add(await heading())
    }
    expect(heard.size).toBe(languageCodes.length)
    expect(await heading()).toBe('API tokens')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('日本語')
    await page.getByRole('option', { name: languages.ja.switchTo }).click()
    await expect.poll(heading).not.toBe('API tokens')
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('ja')
  })

  it('keys lead to each page of the side bar, as the list of keys says', async () => {
    const page = await open('/token')
    await isAt(page, 'API tokens')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await page.keyboard.press('?')
    await dialog.getByText('Command palette').waitFor()
    const lines = await dialog.locator('dl > div').evaluateAll((all) =>
      all.map((line) => ({
        label: line.querySelector('dt')?.textContent ?? '',
        keys: [...line.querySelectorAll('kbd')].map(({ textContent }) => textContent ?? ''),
      })),
    )
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const led = lines.filter(({ keys }) => keys.length === 2 && keys[0] === 'g')
    const links = page.getByRole('navigation', { name: 'Navigation', exact: true }).getByRole('link')
    expect(led.map(({ label }) => label)).toEqual(await links.allInnerTexts())
    for (const { label, keys } of led) {
      for (const key of keys) await page.keyboard.press(key)
      await expect.poll(() => page.title()).toBe(`${label} · Sluice`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    }
    // What is typed into a field is no key.
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await isAt(page, 'API tokens')
    await page.keyboard.press('/')
    await page.keyboard.type('gc?')
    expect(await page.getByRole('searchbox').first().inputValue()).toBe('gc?')
    expect(await dialog.count()).toBe(0)
    await isAt(page, 'API tokens')
  })

  it('the palette goes to pages, does what the page offers, and has what was opened last first', async () => {
    const page = await open('/channel')
    await isAt(page, 'Channels')
    const box = page.getByRole('combobox', { name: /^Find a page/ })
    const found = page.getByRole('option')
    await button(page, 'Search Ctrl K').click()
    await box.fill('add ch')
    await page.getByRole('option', { name: 'Add channel' }).click()
    await page.getByRole('dialog', { name: 'Add channel' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await box.fill('redem')
    await expect.poll(() => found.first().innerText()).toContain('Redemption codes')
    await page.keyboard.press('Enter')
    await isAt(page, 'Redemption codes')
    await page.keyboard.press('Control+k')
    await expect.poll(() => found.first().innerText()).toContain('Redemption codes')
    await box.fill('add ch')
    await expect.poll(() => page.getByRole('option', { name: 'Add channel' }).count()).toBe(0)
    await box.fill('shortcuts')
    await page.getByRole('option', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // The same key closes it.
    await page.keyboard.press('Control+k')
    await box.waitFor()
    await page.keyboard.press('Control+k')
    await box.waitFor({ state: 'detached' })
  })

  it('what is typed before the palette has come stands in it, and is no key of the page', async () => {
    const page = await open('/token')
    await isAt(page, 'API tokens')
    // N makes a token, G and L go to the log.
    const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
    await page.route(/command-palette/, async (route) => {
      await mayCome
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('n gl')
    letCome()
    const box = page.getByRole('dialog').getByRole('combobox')
    await box.waitFor()
    await expect.poll(() => box.inputValue()).toBe('n gl')
    await page.keyboard.type('og')
    await expect.poll(() => box.inputValue()).toBe('n glog')
    expect(new URL(page.url()).pathname).toBe('/token')
  })

  it('an announcement is new until it was read', async () => {
    const page = await open('/token')
    const dialog = page.getByRole('dialog', { name: 'Announcement' })
    for (const name of ['New announcement', 'Announcement', 'Announcement']) {
      await button(page, name).click()
      await dialog.getByText('We move on').waitFor()
      expect(await dialog.locator('strong').innerText()).toBe('Sunday')
      await button(dialog, 'Close').click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.reload()
    await button(page, 'Announcement').waitFor()
    expect(await button(page, 'New announcement').count()).toBe(0)
  })

  it('the side bar is narrow and wide again, and a sheet on a phone', async () => {
    const page = await open('/token')
    const navigation = page.getByRole('navigation', { name: 'Navigation', exact: true })
    const width = async () => (await navigation.boundingBox())?.width
    const wide = await width()
    for (const _turn of ['first', 'second']) {
      await button(page, 'Collapse sidebar').click()
      await expect.poll(width).toBeLessThan(60)
      await navigation.getByRole('link', { name: 'Channels' }).click()
      await isAt(page, 'Channels')
      await button(page, 'Expand sidebar').click()
      await expect.poll(width).toBe(wide)
    }
    const small = await open('/token', { look: phone })
    const sheet = small.getByRole('dialog')
    expect(await small.getByRole('navigation', { name: 'Navigation', exact: true }).count()).toBe(0)
    for (const [link, heading] of [
      ['Users', 'Users'],
      ['About', 'About'],
      ['API tokens', 'API tokens'],
    ] as const) {
      await button(small, 'Open navigation').click()
      await sheet.getByRole('link', { name: link, exact: true }).click()
      await isAt(small, heading)
      await sheet.waitFor({ state: 'detached' })
    }
    await button(small, 'Open navigation').click()
    await sheet.getByRole('link', { name: 'Channels', exact: true }).waitFor()
    await small.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await isAt(small, 'API tokens')
  })
})

describe('The way in', () => {
  it('leads from an address that is none to the nearest page, and home', async () => {
    const page = await open('/tokne')
    await isAt(page, 'Page does not exist')
    await page.getByRole('link', { name: 'Did you mean API tokens?' }).click()
    await isAt(page, 'API tokens')
    await page.goBack()
    await isAt(page, 'Page does not exist')
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await isAt(page, 'One address for every model')
    await page.goto(`${server.url}/nothing/like/it`)
    await isAt(page, 'Page does not exist')
    expect(await page.getByRole('link', { name: /^Did you mean/ }).count()).toBe(0)
  })

  it('copies address and code at home, and leads on from there', async () => {
    const page = await open('/', { user: undefined })
    await isAt(page, 'One address for every model')
    await button(page, 'Copy base URL').click()
    await expect.poll(() => copied(page)).toBe(`${server.url}/v1`)
    const section = page.getByRole('region', { name: 'Code examples' })
    for (const [name, begin] of [
      ['Python', 'from openai'],
      ['Node.js', 'import OpenAI'],
      ['curl', `curl ${server.url}/v1/chat/completions`],
    ] as const) {
      await button(section, name).click()
      const code = await section.locator('pre').innerText()
      expect(code.startsWith(begin)).toBe(true)
      expect(await button(section, name).getAttribute('aria-pressed')).toBe('true')
      await button(section, 'Copy code').click()
      await expect.poll(() => copied(page)).toBe(code)
    }
    await page.getByRole('link', { name: 'See models and prices' }).click()
    await page.waitForURL('**/pricing')
    await page.goBack()
    await page.getByRole('link', { name: 'Get an API token' }).click()
    await page.waitForURL('**/login')
    const known = await open('/')
    await known.getByRole('link', { name: 'Open the console' }).click()
    await isAt(known, 'API tokens')
  })

  it('shows a password and hides it, and says why another site proved nothing', async () => {
    const page = await open('/login', { user: undefined })
    const field = page.getByLabel('Password', { exact: true })
    await field.fill('correct-horse')
    for (const _turn of ['first', 'second']) {
      expect(await field.getAttribute('type')).toBe('password')
      await page.getByRole('button', { name: /^Show password/ }).click()
      expect([await field.getAttribute('type'), await field.inputValue()]).toEqual(['text', 'correct-horse'])
      await page.getByRole('button', { name: /^Hide password/ }).click()
    }
    const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>()
    await page.route('**/api/oauth/github?*', (route) => isSeen.then(() => route.continue()))
    await page.goto(`${server.url}/oauth/github?code=none&state=wrong`)
    await isAt(page, 'Logging in with GitHub…')
    goOn()
    await page.getByRole('alert').getByText('Login failed. Going back to the login page…').waitFor()
    await page.getByRole('link', { name: 'Back to login' }).click()
    await page.waitForURL('**/login')
    await page.goto(`${server.url}/oauth/nobody`)
    await isAt(page, 'Page does not exist')
    const known = await open('/oauth/github?code=none&state=wrong')
    await known.getByText('Couldn’t connect the account. Going back to your settings…').waitFor()
    await known.waitForURL('**/setting**')
  })
})

describe('The setup', () => {
  it('explains its modes, and sets up the one that was chosen last', async () => {
    const empty = await startServerProcess()
    try {
      const page = await pages.open(browser, empty.url, { user: undefined, unlikeReloaded: 'nothing is saved yet' })
      const dialog = page.getByRole('dialog', { name: 'Usage modes' })
      for (const _turn of ['first', 'second']) {
        await button(page, 'What do the modes mean?').click()
        await dialog.getByText(/^For one person or a small team/).waitFor()
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }
      const mode = (name: string) => page.getByRole('radio', { name })
      expect(await mode('Public service').isChecked()).toBe(true)
      for (const name of ['Demo site', 'Public service', 'Self-use']) {
        await mode(name).check()
        expect(await page.getByRole('radio', { checked: true }).count()).toBe(1)
      }
      await page.getByLabel(/^Username/).fill('root')
      await page.getByLabel(/^Password/).fill('correct-horse')
      await page.getByLabel(/^Confirm password/).fill('correct-horse')
      await button(page, 'Initialize the system').click()
      await page.waitForURL('**/start')
      await page.getByRole('banner').getByText('Self-use').waitFor()
    } finally {
      await empty.remove()
    }
  })
})
