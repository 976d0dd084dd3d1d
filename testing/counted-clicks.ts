import type { Page } from 'playwright-core'

/** Counts what is pressed with a pointer, also over loads of the page. */
export const countClicks = async (page: Page): Promise<() => Promise<number>> => {
  const count = `addEventListener('pointerdown', () => {
    sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1))
  }, true)`
  await page.addInitScript({ content: count })
  await page.evaluate(count)
  return async () => Number(await page.evaluate("sessionStorage.getItem('clicks')"))
}
