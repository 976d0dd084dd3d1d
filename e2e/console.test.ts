import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, openContext, startBrowser } from '#testing/browser.ts'
import { setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { logIn } from '#testing/log-in.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { startUpstream, type Upstream } from '#testing/upstream.ts'
import { violationsOf } from '#testing/violations.ts'

const openPages = [
  '/',
  '/about',
  '/pricing',
  '/login',
  '/login?expired=true',
  '/register',
  '/reset',
  '/user/reset?email=ann@example.com&token=abc',
  '/nowhere',
]
const ownPages = [
  '/token',
  '/channel',
  '/channel/add',
  '/log',
  '/detail',
  '/pricing',
  '/personal',
  '/personal?tab=price',
  '/redemption',
  '/user',
  '/audit',
  '/topup',
  '/chat',
  '/setting',
  '/setting?tab=ratelimit',
  '/setting?tab=models',
  '/setting?tab=system',
  '/setting?tab=other',
]

let browser: Browser
let upstream: Upstream
let server: ServerProcess
let fresh: ServerProcess

beforeAll(async () => {
  browser = await startBrowser()
  upstream = await startUpstream()
  server = await startServerProcess()
  fresh = await startServerProcess()
  const client = await setUp(server.url)
  await addChannel(client, { baseUrl: upstream.url, models: ['plain', 'fail-500'] })
  const { key } = await addToken(client)
  for (const stream of [true, false]) {
    await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'plain', stream, messages: [{ role: 'user', content: 'Hello' }] }),
    }).then((response) => response.text())
  }
})
afterAll(async () => {
  await browser.close()
  await server.remove()
  await fresh.remove()
  await upstream.close()
})

const settle = async (page: Page) => {
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
}

const scrollsSideways = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

describe('every page', () => {
  for (const look of looks) {
    it(`is free of accessibility faults and sideways scrolling, ${look.width} px, ${look.language}, ${look.scheme}`, async () => {
      const context = await openContext(browser, look)
      const faults: string[] = []
      const check = async (page: Page, address: string) => {
        await page.goto(address)
        await settle(page)
        faults.push(...(await violationsOf(page)).map((fault) => `${new URL(address).pathname} ${fault}`))
        if (await scrollsSideways(page)) faults.push(`${address} scrolls sideways`)
      }
      const visitor = await context.newPage()
      await check(visitor, `${fresh.url}/setup`)
      for (const path of openPages) await check(visitor, server.url + path)
      const page = await logIn(context, server.url)
      for (const path of ownPages) await check(page, server.url + path)
      await context.close()
      expect(faults).toEqual([])
    }, 180_000)
  }

  it('fits a screen of 320 px', async () => {
    const context = await openContext(browser, { width: 320, language: 'en', scheme: 'light' })
    const page = await logIn(context, server.url)
    const wide: string[] = []
    for (const path of [...openPages, ...ownPages]) {
      await page.goto(server.url + path)
      await settle(page)
      if (await scrollsSideways(page)) wide.push(path)
    }
    await context.close()
    expect(wide).toEqual([])
  }, 120_000)

  it('has drawers without accessibility faults', async () => {
    const [look] = looks
    if (look === undefined) throw new Error('no way to look')
    const page = await logIn(await openContext(browser, look), server.url)
    for (const [path, button] of [
      ['/token', 'Create token'],
      ['/channel', 'Add channel'],
      ['/redemption', 'Create codes'],
      ['/user', 'Add user'],
    ] as const) {
      await page.goto(server.url + path)
      await page.getByRole('button', { name: button }).first().click()
      await page.getByRole('dialog').waitFor()
      await expect.poll(() => violationsOf(page)).toEqual([])
    }
  })
})

describe('the first load of /login', () => {
  it('is at most 150 kB of scripts and 15 kB of styles, compressed', async () => {
    const context = await openContext(browser, { width: 1440, language: 'en', scheme: 'light' })
    const page = await context.newPage()
    const sizes = { script: 0, stylesheet: 0 }
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const types = new Map<string, string>()
    session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId)
      if (type === 'Script') sizes.script += encodedDataLength
      if (type === 'Stylesheet') sizes.stylesheet += encodedDataLength
    })
    await page.goto(`${server.url}/login`)
    await settle(page)
    await context.close()
    expect(sizes.script).toBeGreaterThan(10_000)
    expect(sizes.script / 1024).toBeLessThanOrEqual(150)
    expect(sizes.stylesheet / 1024).toBeLessThanOrEqual(15)
  })
})
