import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, sharedBrowser } from '#testing/browser.ts'
import { setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const languages = ['en', 'zh'] as const

const pages = freshPages()

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
})
afterAll(() => server.remove())

/** An empty page of a visitor whose browser speaks the language. */
const visit = (language: (typeof languages)[number]): Promise<Page> =>
  pages.open(browser, 'about:blank', {
    look: { ...desk, language },
    user: undefined,
    mayMeet: /^Failed to load resource|PartMissing/,
  })

describe('a visitor is told, in the language of the browser,', () => {
  it.each([
    ['en', 'Something went wrong. Reload the page and try again.', 'Try again', 'Username'],
    ['zh', '页面出错，请刷新后重试', '重试', '用户名'],
  ] as const)(
    'that the form of the setup is gone, and gets it with a refresh: %s',
    async (language, text, retry, field) => {
      const page = await visit(language)
      const forms = '**/setup-form*'
      await page.route(forms, (route) => route.abort())
      await page.goto(`${server.url}/setup`)
      await page.getByText(text).waitFor()
      await page.unroute(forms)
      await page.getByRole('button', { name: retry }).click()
      await page.getByLabel(field).waitFor()
    },
  )

  it.each([
    ['en', 'Couldn’t reach the server. Check your connection and try again.'],
    ['zh', '无法连接到服务器，请检查网络后重试'],
  ] as const)('that the server does not answer: %s', async (language, text) => {
    const page = await visit(language)
    await page.route('**/api/status', (route) => route.abort())
    await page.goto(`${server.url}/login`)
    await page.getByRole('log').getByText(text).waitFor()
  })

  it.each([
    ['en', 'Page does not exist', 'Check the address in your browser.'],
    ['zh', '页面不存在', '请检查您的浏览器地址是否正确。'],
  ] as const)('that there is no such page: %s', async (language, title, text) => {
    const page = await visit(language)
    if (language === 'en') await setUp(server.url)
    await page.goto(`${server.url}/nowhere/at/all`)
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await page.getByRole('main').innerText()).toContain(text)
  })
})
