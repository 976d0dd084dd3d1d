import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openContext, startBrowser } from '#testing/browser.ts'
import { setUp } from '#testing/console-client.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const languages = ['en', 'zh'] as const

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await startBrowser()
  server = await startServerProcess()
})
afterAll(async () => {
  await browser.close()
  await server.remove()
})

/** A visitor whose browser speaks the language. */
const visit = async (language: (typeof languages)[number], look: (page: Page) => Promise<void>) => {
  const context = await openContext(browser, { width: 1440, language, scheme: 'light' })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await look(page)
  await context.close()
}

describe('a visitor is told, in the language of the browser,', () => {
  it.each([
    ['en', 'Form reference error, please refresh the page and try again', 'Try again', 'Username'],
    ['zh', '表单引用错误，请刷新页面重试', '重试', '用户名'],
  ] as const)('that the form of the setup is gone, and gets it with a refresh: %s', (language, text, retry, field) =>
    visit(language, async (page) => {
      const forms = '**/setup-form*'
      await page.route(forms, (route) => route.abort())
      await page.goto(`${server.url}/setup`)
      await page.getByText(text).waitFor()
      await page.unroute(forms)
      await page.getByRole('button', { name: retry }).click()
      await page.getByLabel(field).waitFor()
    }),
  )

  it.each([
    ['en', 'Unable to connect to server', 'Failed to load status'],
    ['zh', '无法连接至服务器', '系统状态加载失败'],
  ] as const)('that the server does not answer: %s', (language, first, second) =>
    visit(language, async (page) => {
      await page.route('**/api/status', (route) => route.abort())
      await page.goto(`${server.url}/login`)
      const message = page.getByRole('log')
      await message.getByText(first).waitFor()
      expect(await message.innerText()).toContain(second)
    }),
  )

  it.each([
    ['en', 'Page does not exist', 'Please check that the address in your browser is correct.'],
    ['zh', '页面不存在', '请检查您的浏览器地址是否正确。'],
  ] as const)('that there is no such page: %s', (language, title, text) =>
    visit(language, async (page) => {
      if (language === 'en') await setUp(server.url)
      await page.goto(`${server.url}/nowhere/at/all`)
      await page.getByRole('heading', { name: title }).waitFor()
      expect(await page.getByRole('main').innerText()).toContain(text)
    }),
  )
})
