import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { optionCalls } from '#contract/options.ts'
import { tokens } from '#contract/tokens.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { setUp } from '#testing/console-client.ts'
import { signedInPaths } from '#testing/console-paths.ts'
import { addChannel } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  const client = await setUp(server.url)
  await addChannel(client, { baseUrl: 'http://127.0.0.1:9', models: ['plain'] })
  // What the wallet asks for is what a payment costs.
  const payment = { PayAddress: 'https://pay.example', EpayId: '1001', EpayKey: 'not-a-secret' }
  for (const [key, value] of Object.entries(payment)) await client.call(optionCalls.update, { body: { key, value } })
  await client.call(tokens.create, { body: { name: 'first' } })
})
afterAll(() => server.remove())

/** What the frame around a page asks for is answered: nothing would stand there without it. */
const ofFrame = /^\/api\/(?:status|user\/self|setup|notice)$/

/** From here on whatever the page itself asks for is refused; answered is what that was. */
const refuseAll = async (page: Page): Promise<Set<string>> => {
  const refused = new Set<string>()
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (ofFrame.test(pathname)) return route.continue()
    refused.add(pathname)
    return route.fulfill({ status: 500, json: { success: false, message: 'The database did not answer in time.' } })
  })
  return refused
}

const widths = [1280, 390]

const seen = (page: Page, what: string) => page.locator(what).filter({ visible: true }).first().waitFor()

describe('a page whose answers do not come says so where it is seen, at a desk and on a phone', () => {
  it.each(signedInPaths)('%s', async (path) => {
    const page = await pages.open(browser, `${server.url}/favicon.svg`, {
      unlikeReloaded: 'what is asked of the server is refused in this page alone',
    })
    const refused = await refuseAll(page)
    await page.goto(server.url + path)
    await seen(page, 'main :is(h1, h2, textarea, [role=alert])')
    await page.waitForLoadState('networkidle')
    for (const width of refused.size > 0 ? widths : []) {
      await page.setViewportSize({ width, height: 900 })
      await seen(page, 'main [role=alert], [role=log] > *')
    }
  })
})
