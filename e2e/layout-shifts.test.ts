import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redemptions } from '#contract/redemptions.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { desk, type Look, sharedBrowser } from '#testing/browser.ts'
import { operator, setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { settlement } from '#testing/rows.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

/** Of how far the parts of a page have moved in all; what a browser's makers call good is five times as much. */
const mostShifted = 0.02

const row = 'main :is(tbody tr, li)'

const phone: Look = { ...desk, width: 390 }

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let channel: number
let token: number

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  const client = await setUp(server.url)
  const fields = {
    model_mapping: JSON.stringify({ large: 'larger', small: 'smaller', medium: 'large', tiny: 'small' }),
  }
  channel = (await addChannel(client, { baseUrl: 'http://127.0.0.1:9', models: ['large', 'small'], fields })).id
  token = (await addToken(client, { name: 'laptop' })).id
  await client.call(redemptions.create, { body: { name: 'for ann', quota: 1000 } })
  await server.stop()
  await addCalls(sqliteFile(server.dataFolder))
  await server.restart()
})
afterAll(() => server.remove())

/** Enough for bars, parts and rows of the log. */
const addCalls = async (file: string): Promise<void> => {
  const database = await openDatabase({ url: undefined, file, clock: systemClock, log: createLog({ level: 'warn' }) })
  const now = Math.floor(Date.now() / 1000)
  await database.settle(
    Array.from({ length: 12 }, (_, index) =>
      settlement({
        userId: 1,
        username: operator.username,
        modelName: index % 2 === 0 ? 'large' : 'small',
        quota: 100_000 + index,
        createdAt: now - index * 1800,
        tokenId: token,
        tokenName: 'laptop',
        channelId: channel,
      }),
    ),
  )
  await database.close()
}

type Shift = { value: number; parts: string }

/**
 * Kept by the page itself from its first frame on. The foot of the page stands under whatever came, and moves nobody's
 * eyes.
 */
const watchShifts = `
  window.shifts = []
  const partOf = ({ node, previousRect, currentRect }) =>
    [node?.outerHTML?.slice(0, 120), JSON.stringify(previousRect), JSON.stringify(currentRect)].join(' ')
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      if (sources.some(({ node }) => node?.nodeName !== 'FOOTER')) {
        window.shifts.push({ value, parts: sources.map(partOf).join() })
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })`

/** Over a connection on which code, words and answers come one after the other. */
const openSlowly = async (path: string, look: Look): Promise<Page> => {
  const page = await pages.open(browser, `${server.url}/about`, {
    look,
    unlikeReloaded: 'it is watched while it comes',
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  })
  await page.addInitScript(watchShifts)
  await page.goto(server.url + path)
  return page
}

const shiftsOf = async (page: Page): Promise<Shift[]> => page.evaluate('window.shifts')

const expectCalm = async (page: Page, most = mostShifted): Promise<void> => {
  const shifts = await shiftsOf(page)
  const sum = shifts.reduce((sum, { value }) => sum + value, 0)
  expect(sum, JSON.stringify(shifts)).toBeLessThan(most)
}

it('A form that comes slowly moves nothing under its tables, however many entries they have', async () => {
  const page = await openSlowly('/about', desk)
  await page.setViewportSize({ width: desk.width, height: 1600 })
  await page.goto(`${server.url}/channel/edit/${channel}`)
  await page.locator('[role=dialog] [data-view=table] li').first().waitFor()
  await page.waitForLoadState('networkidle')
  // It is a third of the page.
  await expectCalm(page, mostShifted / 3)
})

describe.each([desk, phone])('A page that comes slowly, $width px wide', (look) => {
  it.each([
    ['/detail', 'main [role=slider]'],
    ['/personal', 'main [role=tabpanel] input'],
    ['/setting', 'main [role=switch]'],
    ['/price', row],
    ['/group', 'main form input'],
    ['/channel/1', 'main [role=slider]'],
    ['/log', row],
    ['/token', row],
    ['/token/1', 'main [role=slider]'],
    ['/channel', row],
    ['/user', row],
    ['/user/1', 'main [role=slider]'],
    ['/redemption', row],
    ['/audit', row],
    ['/pricing', row],
    ['/status', row],
    ['/topup', 'main input'],
    ['/playground', 'main textarea'],
  ])('moves nothing that stands there: %s', async (path, last) => {
    const page = await openSlowly(path, look)
    await page.locator(last).filter({ visible: true }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await expectCalm(page)
  })
})

it('What comes later into the head of a page moves nothing that is there', async () => {
  const page = await openSlowly('/token', desk)
  const search = page.getByRole('banner').getByRole('button', { name: 'Search' })
  await search.waitFor()
  const balance = page.getByRole('link', { name: /^Wallet: / })
  expect(await balance.isVisible()).toBe(false)
  const before = await search.boundingBox()
  await balance.waitFor()
  expect(await search.boundingBox()).toEqual(before)
})
