import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  await client.call(tokens.create, { body: { name: 'first' } })
})
afterAll(() => server.remove())

/**
 * Notes what stands for a page until it can be drawn, each time that it comes. The shape of a record that is still to come
 * is of the page itself: the way back stands in it.
 */
const watch = `
  window.placeholdersSeen = []
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue
      const placeholder = [node, ...node.querySelectorAll('*')].find((each) => each.matches('main > [aria-busy]:not(:has(a))'))
      if (placeholder) placeholdersSeen.push(document.querySelector('main h1')?.textContent ?? 'at first')
    }
  }).observe(document, { childList: true, subtree: true })
`

describe('a page is drawn once all it needs is here, and no part that comes later takes it away again', () => {
  it('reads its pages where they are named', () => expect(signedInPaths.length).toBeGreaterThan(20))

  it.each(signedInPaths)('%s', async (path) => {
    const page = await pages.open(browser, `${server.url}/favicon.svg`)
    await page.addInitScript(watch)
    await page.goto(server.url + path)
    await page.locator('main :is(h1, h2, textarea)').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await page.evaluate('window.placeholdersSeen')).toEqual([])
  })
})
