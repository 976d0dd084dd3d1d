import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Look, sharedBrowser } from '#testing/browser.ts'
import { setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { settled } from '#testing/settled.ts'
import { scrollsSideways } from '#testing/violations.ts'

const look: Look = { width: 1280, language: 'en', scheme: 'light' }
const pages = freshPages()

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  await setUp(server.url)
})
afterAll(() => server.remove())

it('The sections of a long tab are at hand on every width, also far down', async () => {
  const page = await pages.open(browser, `${server.url}/setting?tab=system`, { look })
  const sections = page.getByRole('navigation', { name: 'On this page' })
  for (const width of [390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const name of ['Turnstile', 'SMTP']) {
      await sections.getByRole('button', { name, exact: true }).click()
      await settled(page)
      const title = page.getByRole('heading', { level: 2, name, exact: true })
      const [row, section] = [await sections.boundingBox(), await title.boundingBox()]
      expect(row && row.y >= 0 && row.y < 800, `${width} px: the sections are in sight`).toBe(true)
      expect(section && row && (width >= 1280 || section.y >= row.y + row.height), `${width} px: ${name}`).toBe(true)
      expect(section && section.y < 800, `${width} px: ${name} is in sight`).toBe(true)
    }
    expect(await scrollsSideways(page)).toBe(false)
  }
})

it('A section that is wanted while its tab still comes is shown when it is there', async () => {
  const page = await pages.open(browser, `${server.url}/token`, { look })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/option/', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${server.url}/setting?tab=system`)
  const wanted = page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('button', { name: 'SMTP', exact: true })
  await wanted.click()
  release()
  const title = page.getByRole('heading', { level: 2, name: 'SMTP', exact: true })
  await title.waitFor()
  await expect.poll(async () => (await title.boundingBox())?.y).toBeLessThan(800)
  await expect.poll(() => page.getByLabel('SMTP server').evaluate((field) => field.matches(':focus'))).toBe(true)
})

it('A change in a section whose link is out of sight lets no phone scroll sideways', async () => {
  const page = await pages.open(browser, `${server.url}/setting`, {
    look: { ...look, width: 390 },
    // Nothing is saved here.
    unlikeReloaded: 'what was typed is not saved, and a fresh load knows nothing of it',
  })
  await page.getByLabel('New user quota', { exact: true }).fill('7')
  await page.getByRole('region', { name: /unsaved/ }).waitFor()
  expect(await scrollsSideways(page)).toBe(false)
})
