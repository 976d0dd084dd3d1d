import type { BrowserContext, Page } from 'playwright-core'

/** From here on the pages of the context count what they have asked for and have not read yet. */
export const countOpenCalls = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(`
    window.openCalls = 0
    for (const [owner, name] of [[window, 'fetch'], [Response.prototype, 'json'], [Response.prototype, 'text']]) {
      const call = owner[name]
      owner[name] = function (...given) {
        window.openCalls += 1
        return call.apply(this, given).finally(() => { window.openCalls -= 1 })
      }
    }
  `)
}

/** However busy the machine is. */
const longestMilliseconds = 45_000

/**
 * Waits until a page shows what it has to show: its heading stands, all it asked for is there, nothing says that it is
 * busy and nothing moves, in three frames on end. Throws what it is that does not come to an end.
 */
export const settled = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor()
  await page.evaluate(`(async () => {
    const isCalm = () =>
      window.openCalls === 0 &&
      document.fonts.status === 'loaded' &&
      document.querySelector('[aria-busy=true]') === null &&
      document.getAnimations().length === 0
    // What an answer leads to is shown by way of a timer, so each frame is followed by one.
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const end = Date.now() + ${longestMilliseconds}
    for (let calm = 0; calm < 3; calm = isCalm() ? calm + 1 : 0) {
      await frame()
      if (Date.now() < end) continue
      const busy = document.querySelector('[aria-busy=true]')?.outerHTML.slice(0, 200)
      const moving = document.getAnimations().map(({ animationName }) => animationName)
      throw new Error('never settled: ' + JSON.stringify({ calls: window.openCalls, busy, moving }))
    }
  })()`)
}
