import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Counts what is pressed with a pointer, also over loads of the page. */
export const countClicks = async (page: Page): Promise<() => Promise<number>> => {
  const count = `addEventListener('pointerdown', () => {
    sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1))
  }, true)`
  await page.addInitScript({ content: count })
  await page.evaluate(count)
  return async () => Number(await page.evaluate("sessionStorage.getItem('clicks')"))
}

const hasFocus = (field: Locator): Promise<boolean> =>
  field.evaluate((node) => node === node.ownerDocument.activeElement)

/** A window that opens takes the focus a moment after it is drawn. */
const windowHasFocus = (field: Locator): Promise<boolean> =>
  field.evaluate((node) => {
    const window = node.closest('[role=dialog]')
    return window === null || window.contains(node.ownerDocument.activeElement)
  })

/** Whoever types is in a field, and goes on to the next one by the key for that, past a button that belongs to the last. */
const goesOnByKey = async (field: Locator): Promise<boolean> => {
  const page = field.page()
  for (let presses = 0; presses < 2; presses += 1) {
    if (
      !(await page.evaluate<boolean>(
        "document.activeElement.matches('input, textarea, input ~ button, input ~ * button')",
      ))
    )
      return false
    await page.keyboard.press('Tab')
    if (await hasFocus(field)) return true
  }
  return false
}

/** Types into a field, after a click into it where it has not got the focus and is not the next one. */
export const enter = async (field: Locator, text: string): Promise<void> => {
  await field.waitFor()
  await expect.poll(() => windowHasFocus(field)).toBe(true)
  if (!(await hasFocus(field)) && !(await goesOnByKey(field))) await field.click()
  await field.fill(text)
}
