import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isServerLanguage, languageCodes, languages } from '#contract/languages.ts'
import { optionCalls } from '#contract/options.ts'
import { redemptions } from '#contract/redemptions.ts'
import { tokens } from '#contract/tokens.ts'
import { userSettings } from '#contract/user-settings.ts'
import { users } from '#contract/users.ts'
import { type Look, sharedBrowser } from '#testing/browser.ts'
import { createConsoleClient, operator, setUp } from '#testing/console-client.ts'
import { addChannel } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { overlapsOf } from '#testing/overlaps.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { settled } from '#testing/settled.ts'
import { speak } from '#testing/speak.ts'
import { scrollsSideways } from '#testing/violations.ts'

/** Those that no other browser test looks at. */
const others = languageCodes.filter((language) => !isServerLanguage(language))
const paths = ['/token', '/channel', '/log', '/detail', '/setting']
const look: Look = { width: 1280, language: 'en', scheme: 'light' }
const widths = [look.width, 390]

/** Where there is least room for it, the language that needs the most. */
const tightest = { language: 'fr', look: { ...look, width: 390 } } as const
/** A page that is enlarged four times at a desk is as narrow. */
const narrowest = 320
const drawers = [
  ...['/token/add', '/token/edit/1', '/channel/add', '/channel/edit/1'],
  ...['/redemption/add', '/redemption/edit/1', '/user/add', '/user/edit/2'],
]
/** Besides those that are looked at in all of them. */
const ofUsers = [
  ...['/', '/about', '/pricing', '/status', '/start', '/playground', '/chat', '/topup', '/nowhere'],
  ...['/token/1', '/midjourney', '/task', '/video', '/batch', '/channel/1'],
  ...['/redemption', '/redemption?layout=batches', '/user', '/user/1', '/audit'],
  ...['account', 'security', 'notification', 'price', 'invitation'].map((tab) => `/personal?tab=${tab}`),
  '/group',
  ...['ratelimit', 'models', 'system', 'other'].map((tab) => `/setting?tab=${tab}`),
  ...['editor', 'unset', 'lists', 'ratios'].map((view) => `/price?view=${view}`),
  ...drawers,
]
const ofVisitors = ['/login', '/register', '/reset', '/user/reset?email=ann@example.com&token=abc']

const pages = freshPages()

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  const client = await setUp(server.url)
  await client.call(optionCalls.update, { body: { key: 'ModelRatio', value: '{"plain":0.2}' } })
  await client.call(optionCalls.update, { body: { key: 'CacheRatio', value: '{"plain":0.03333333}' } })
  await client.call(users.create, { body: { username: 'ann', password: 'stone-river-1' } })
  await client.call(optionCalls.update, { body: { key: 'StatusPageEnabled', value: 'true' } })
  await client.call(tokens.create, { body: { name: 'laptop', unlimited_quota: true } })
  await client.call(redemptions.create, { body: { name: 'spring', quota: 500_000, count: 2 } })
  await addChannel(client, { baseUrl: 'http://127.0.0.1:9', models: ['plain', 'fail-500'] })
})
afterAll(() => server.remove())

/** Buttons, links and tabs of which some words have less room than they are wide. */
const cutControls = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`
    [...document.querySelectorAll('button, a, [role=tab]')]
      .filter((control) => control.checkVisibility())
      .filter((control) =>
        // What is there for readers of screens alone is a pixel wide.
        [control, ...control.querySelectorAll('*')].some(
          ({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1,
        ),
      )
      .map((control) => control.textContent || control.ariaLabel)
  `)

it('The pages of the console fit a desk and a phone in the further languages, and cut no button', async () => {
  const page = await pages.open(browser, `${server.url}/about`, { look })
  const faults: string[] = []
  for (const path of paths) {
    await page.goto(server.url + path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      for (const language of others) {
        await speak(page, language)
        const found = await cutControls(page)
        if (await scrollsSideways(page)) found.push('scrolls sideways')
        faults.push(...found.map((fault) => `${path} in ${language}, ${width} px: ${fault}`))
      }
    }
  }
  expect(faults).toEqual([])
})

it('Every page and drawer fits a phone in the language that needs the most room: nothing is cut or lies over anything else', async () => {
  const faults: string[] = []
  for (const [user, addresses] of [
    [operator, ofUsers],
    [undefined, ofVisitors],
  ] as const) {
    const page = await pages.open(browser, `${server.url}/about`, { look: tightest.look, user, hasTouch: true })
    await speak(page, tightest.language)
    for (const path of addresses) {
      await page.goto(server.url + path)
      await page.locator(`html[lang=${languages[tightest.language].locale}]`).waitFor()
      if (drawers.includes(path)) await page.getByRole('dialog').waitFor()
      await settled(page)
      const found = await cutControls(page)
      if (await scrollsSideways(page)) found.push('scrolls sideways')
      found.push(...(await overlapsOf(page, 'main, [role=dialog]')))
      await page.setViewportSize({ width: narrowest, height: 900 })
      if (await scrollsSideways(page)) found.push(`scrolls sideways at ${narrowest} px`)
      await page.setViewportSize({ width: tightest.look.width, height: 900 })
      faults.push(...found.map((fault) => `${path}: ${fault}`))
    }
  }
  expect(faults).toEqual([])
})

/** Texts in the middle whose last line is less than half as long as their longest. */
const raggedTexts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`
    [...document.querySelectorAll('main .text-center p')]
      .filter((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        const lines = {}
        for (const { bottom, width } of range.getClientRects())
          lines[Math.round(bottom)] = (lines[Math.round(bottom)] ?? 0) + width
        const last = lines[Math.max(...Object.keys(lines))]
        return last < Math.max(...Object.values(lines)) / 2
      })
      .map(({ textContent }) => textContent)
  `)

it('In a language that breaks after every character no text ends in a line of one, and no column is as wide as one', async () => {
  const page = await pages.open(browser, `${server.url}/midjourney`, { look: { ...look, width: 390, language: 'zh' } })
  const faults: string[] = []
  for (const path of ['/midjourney', '/task', '/video', '/batch', '/nowhere', '/redemption?keyword=none']) {
    await page.goto(server.url + path)
    await settled(page)
    await page.locator('main .text-center p').first().waitFor()
    faults.push(...(await raggedTexts(page)).map((text) => `${path}: ${text}`))
  }
  expect(faults).toEqual([])
  await page.goto(`${server.url}/pricing?compare=plain,fail-500`)
  const heads = page.getByRole('dialog').locator('tbody th')
  await heads.first().waitFor()
  expect(await heads.evaluateAll((all) => Math.min(...all.map(({ clientWidth }) => clientWidth)))).toBeGreaterThan(60)
})

it('In a browser where no language was picked, whoever logs in has the console in that of his account', async () => {
  const client = createConsoleClient(server.url)
  await client.login('ann', 'stone-river-1')
  await client.call(userSettings.update, { body: { language: 'ru' } })
  const page = await pages.open(browser, `${server.url}/login`, { look, user: undefined })
  await page.locator('html[lang=en]').waitFor()
  await page.getByLabel('Username or email').fill('ann')
  await page.getByRole('textbox', { name: 'Password' }).fill('stone-river-1')
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'API-токены' }).waitFor()
  await page.getByRole('button', { name: 'ann' }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.locator('html[lang=ru]').waitFor()
  await page.getByRole('textbox', { name: 'Пароль' }).waitFor()
})
