import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedBrowser } from '#testing/browser.ts'
import { setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { settled } from '#testing/settled.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  await setUp(server.url)
})
afterAll(() => server.remove())

/** How each control of a page is painted: its background, whether it has an edge, and whether it is chosen. */
const paintedOf = (selector: string) => `
  [...document.querySelectorAll('${selector}')].filter((control) => control.checkVisibility()).map((control) => {
    const { backgroundColor, borderTopStyle, borderTopWidth } = getComputedStyle(control)
    const isChosen = ['aria-checked', 'aria-selected', 'aria-pressed', 'aria-current'].some((name) =>
      ['true', 'page'].includes(control.getAttribute(name)))
    return { background: backgroundColor, hasEdge: borderTopStyle !== 'none' && borderTopWidth !== '0px', isChosen }
  })`
type Painted = { background: string; hasEdge: boolean; isChosen: boolean }

it('In the reader’s own colours every switch has an edge, and what is chosen differs from what is not', async () => {
  const page = await pages.open(browser, `${server.url}/setting`)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.getByRole('switch').first().waitFor()
  await settled(page)
  const chosenGrounds = new Set<string>()
  for (const selector of ['[role=switch]', '[role=tab]', 'nav a']) {
    const painted = await page.evaluate<Painted[]>(paintedOf(selector))
    const [chosen, others] = [painted.filter(({ isChosen }) => isChosen), painted.filter(({ isChosen }) => !isChosen)]
    expect(chosen.length, selector).toBeGreaterThan(0)
    expect(others.length, selector).toBeGreaterThan(0)
    const grounds = new Set(others.map(({ background }) => background))
    for (const { background } of chosen) {
      expect([...grounds], selector).not.toContain(background)
      chosenGrounds.add(background)
    }
    if (selector === '[role=switch]') expect(painted.every(({ hasEdge }) => hasEdge)).toBe(true)
  }
  // It is the reader's own, so that the letters on it can be read.
  expect(chosenGrounds.size).toBe(1)
})
