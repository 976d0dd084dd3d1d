import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optionCalls } from '#contract/options.ts'
import { desks, sharedBrowser } from '#testing/browser.ts'
import { setUp } from '#testing/console-client.ts'
import { addChannel } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { faultsOf } from '#testing/violations.ts'

const open = [
  '/',
  '/about',
  '/pricing',
  '/status',
  '/login',
  '/login?expired=true',
  '/register',
  '/reset',
  '/user/reset?email=ann@example.com&token=abc',
  '/nowhere',
]

const pages = freshPages()

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
})
afterAll(() => server.remove())

const eachLook = (what: string, paths: readonly string[]) => {
  for (const look of desks) {
    it(`${what}, at a desk, on a phone and on 320 px, ${look.language}`, async () => {
      const page = await pages.open(browser, 'about:blank', { look, user: undefined })
      expect(await faultsOf(page, look, server.url, paths)).toEqual([])
    })
  }
}

describe('the setup of a fresh gateway', () => {
  eachLook('is free of accessibility faults and fits', ['/setup'])
})

describe('once it is set up', () => {
  beforeAll(async () => {
    const client = await setUp(server.url)
    await addChannel(client, { baseUrl: 'http://127.0.0.1:9', models: ['plain', 'fail-500'] })
    await client.call(optionCalls.update, { body: { key: 'StatusPageEnabled', value: 'true' } })
  })

  eachLook('every page that is open to all is free of accessibility faults and fits', open)

  it('the first load of /login is at most 150 kB of scripts and 15 kB of styles, compressed', async () => {
    const page = await pages.open(browser, 'about:blank', { user: undefined })
    const sizes = { script: 0, stylesheet: 0 }
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const types = new Map<string, string>()
    session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId)
      if (type === 'Script') sizes.script += encodedDataLength
      if (type === 'Stylesheet') sizes.stylesheet += encodedDataLength
    })
    await page.goto(`${server.url}/login`)
    await page.locator('h1').first().waitFor()
    // Whatever is loaded ahead for later counts too.
    await page.waitForLoadState('networkidle')
    expect(sizes.script).toBeGreaterThan(10_000)
    expect(sizes.script / 1024).toBeLessThanOrEqual(150)
    expect(sizes.stylesheet / 1024).toBeLessThanOrEqual(15)
  })
})
