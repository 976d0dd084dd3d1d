import type { Browser, Page } from 'playwright-core'
import { desk, openContext } from '#testing/browser.ts'
import type { SignedIn } from '#testing/log-in.ts'
import { timeAt } from './times.ts'

/** A page, and what of it shows that it can be used. */
export type PageCall = { path: string; shown: string; searches?: true; pages?: true }

/** Milliseconds. */
type PageTimes = { paint: number; typing?: number; paging?: number }

const slowdown = 4
const visits = 5
const usual = 0.5
const mostly = 0.75

/** From what a person did to the next picture. */
const listen = `window.delays = []
for (const kind of ['keydown', 'click']) addEventListener(kind, ({ timeStamp }) => {
  requestAnimationFrame(() => setTimeout(() => window.delays.push(performance.now() - timeStamp)))
}, true)`

/** How soon a page can be used by somebody whose computer is four times as slow. */
export const measurePage = async (browser: Browser, address: string, call: PageCall, state: SignedIn | undefined) => {
  const context = await openContext(browser, desk, state && { storageState: state })
  try {
    const page = await context.newPage()
    await page.addInitScript({ content: listen })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const paints: number[] = []
    // The first one fills the caches of the browser, as that of a person is filled.
    for (let visit = 0; visit <= visits; visit += 1) {
      await page.goto(address + call.path, { waitUntil: 'commit' })
      await page.locator(call.shown).first().waitFor()
      if (visit > 0) paints.push(Number(await page.evaluate('performance.now()')))
    }
    const times: PageTimes = { paint: timeAt(paints, usual) }
    if (call.searches) times.typing = await delaysOf(page, () => type(page))
    if (call.pages) times.paging = await delaysOf(page, () => turnPages(page))
    return times
  } finally {
    await context.close()
  }
}

const delaysOf = async (page: Page, act: () => Promise<void>): Promise<number> => {
  await page.evaluate('window.delays = []')
  await act()
  // seam: numbers, as the page keeps them
  return timeAt((await page.evaluate('window.delays')) as number[], mostly)
}

const type = async (page: Page): Promise<void> => {
  const field = page.getByRole('searchbox').or(page.locator('input[type=search]')).first()
  await field.focus()
  for (const letter of 'winter harbour') await field.press(letter === ' ' ? 'Space' : letter)
  await field.fill('')
}

const turnPages = async (page: Page): Promise<void> => {
  for (let turn = 0; turn < 8; turn += 1) {
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.waitForLoadState('networkidle')
  }
}
