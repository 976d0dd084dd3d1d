import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '#testing/browser.ts'
import { setUp } from '#testing/console-client.ts'
import { addToken } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let token: number

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  const client = await setUp(server.url)
  token = (await addToken(client, { name: 'laptop' })).id
})
afterAll(() => server.remove())

const rounded = (value: number | undefined) => Math.round(value ?? -1)
const top = async (place: Locator) => rounded((await place.boundingBox())?.y)

/** Opens a page whose answer is held back until it is let go. */
const openHeld = async (path: string, answer: RegExp): Promise<{ page: Page; letGo: () => void }> => {
  const page = await pages.open(browser, `${server.url}/about`)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(answer, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(server.url + path)
  await page.locator('main [aria-busy]').waitFor()
  return { page, letGo: resolve }
}

describe('What stands in the place of a page that is still to come', () => {
  it('has the shape of the page of a record: its way back, its card and its facts stay where they are', async () => {
    const { page, letGo } = await openHeld(`/token/${token}`, /\/api\/token\/\d+$/)
    const back = page.getByRole('link', { name: 'Back to the list' })
    const card = page.locator('main .p-5').first()
    const before = [await top(back), await top(card)]
    letGo()
    await page.getByRole('heading', { level: 1, name: 'laptop' }).waitFor()
    expect([await top(back), await top(card)]).toEqual(before)
  })

  it('has the steps of the first hour, the first of which stays where it is', async () => {
    const { page, letGo } = await openHeld('/start', /\/api\/channel\//)
    const steps = page.getByRole('heading', { level: 2 })
    expect(await steps.count()).toBe(5)
    const before = await top(steps.first())
    letGo()
    await page.locator('main [aria-current=step]').waitFor()
    expect(await top(steps.first())).toBe(before)
  })

  it('has the names of the settings, the first of which stays where it is', async () => {
    const { page, letGo } = await openHeld('/setting', /\/api\/option\/$/)
    const first = page.locator('main label').first()
    const before = [await first.innerText(), await top(first)]
    letGo()
    await page.locator('main input').nth(1).waitFor()
    expect([await first.innerText(), await top(first)]).toEqual(before)
  })
})
