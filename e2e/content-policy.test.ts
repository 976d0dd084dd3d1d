import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedBrowser } from '#testing/browser.ts'
import { setUp } from '#testing/console-client.ts'
import { takeViolations } from '#testing/content-policy.ts'
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
  page = await pages.open(browser, `${server.url}/channel/add`, { mayMeet: /Content Security Policy/ })
})
afterAll(() => server.remove())

/** What closes is seen for a while longer. */
const opened = () => page.locator(':is([role=menu], [role=listbox], [role=dialog])[data-open]').last().waitFor()

/** Every browser test fails that meets a violation on any page: `testing/fresh-pages.ts`. */
describe('the policy that the server gives with every page', () => {
  it('is told of when something breaks it', async () => {
    await page.evaluate(`document.head.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }))`)
    await expect.poll(takeViolations).toEqual([expect.stringContaining('/channel/add style-src-elem inline')])
  })

  it('is broken by no kind of menu, list, popover or dialog that opens over a page', async () => {
    const press = async (name: string | RegExp) => {
      await page.getByRole('button', { name }).first().click()
      await opened()
      await page.keyboard.press('Escape')
    }
    await page.getByRole('dialog').getByRole('combobox').first().click()
    await page.getByRole('listbox').waitFor()
    await page.goto(`${server.url}/channel`)
    for (const name of ['Language', 'Account', 'Columns', /^Actions for/]) await press(name)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    expect(takeViolations()).toEqual([])
  })
})
