import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedBrowser } from '#testing/browser.ts'
import { setUp } from '#testing/console-client.ts'
import { addChannel } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let page: Page

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  await addChannel(await setUp(server.url), { baseUrl: 'http://127.0.0.1:9', models: ['plain'] })
})
beforeEach(async () => {
  page = await pages.open(browser, `${server.url}/channel`)
})
afterAll(() => server.remove())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const drawer = () => page.getByRole('dialog', { name: 'Add channel' })
const hasFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true)
const palette = () => page.getByRole('dialog', { name: 'Command palette' })

describe('The focus, when a window closes that was opened over another', () => {
  beforeEach(async () => {
    await button('Add channel').click()
    await drawer().getByRole('button', { name: 'OpenAI', exact: true }).click()
    await drawer().getByLabel(/^Name/).fill('one')
  })

  it('is in the field it was in, after the palette over a form', async () => {
    for (let time = 0; time < 2; time += 1) {
      await page.keyboard.press('Control+k')
      await palette().waitFor()
      await page.keyboard.press('Escape')
      await palette().waitFor({ state: 'detached' })
      await hasFocus(drawer().getByLabel(/^Name/))
    }
  })

  it('is in the form, after its question whether to leave', async () => {
    await page.keyboard.press('Escape')
    await button('Keep editing').click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await hasFocus(drawer().getByLabel(/^Name/))
    await drawer().getByRole('button', { name: 'Cancel' }).click()
    await button('Keep editing').click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await hasFocus(drawer().getByRole('button', { name: 'Cancel' }))
  })
})
