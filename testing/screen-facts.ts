import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** A bar, or a part of one, as it is painted: in pixels from the left and the bottom of the drawing. */
export type PaintedMark = { slot: string; colour: string; left: number; bottom: number; width: number; height: number }

/** What a chart really shows. Marks that are painted outside of its drawing are there as well. */
export const paintedMarks = (chart: Locator): Promise<PaintedMark[]> =>
  chart.locator('svg').evaluate((drawing) => {
    const frame = drawing.getBoundingClientRect()
    return [...drawing.querySelectorAll('rect')].map((mark) => {
      const { left, bottom, width, height } = mark.getBoundingClientRect()
      return {
        slot: mark.parentElement?.dataset.slot ?? '',
        colour: mark.getAttribute('fill') ?? '',
        left: left - frame.left,
        bottom: frame.bottom - bottom,
        width,
        height,
      }
    })
  })

type Looked = { page: Page; table: Locator; width: number }

/** Which of these columns of a table are seen whole on a screen of this width: without scrolling, under no other. */
export const inSight = async ({ page, table, width }: Looked, columns: readonly string[]): Promise<string[]> => {
  await page.setViewportSize({ width, height: 900 })
  const frame = await table.boundingBox()
  const seen: string[] = []
  for (const column of columns) {
    const head = table.getByRole('columnheader', { name: column, exact: true })
    const box = await head.boundingBox()
    const isWithin = frame && box && box.x >= frame.x - 1 && box.x + box.width <= frame.x + frame.width + 1
    if (isWithin && (await isUncovered(head))) seen.push(column)
  }
  return seen
}

/** Both ends of it are on top: no column that is pinned stands over them. */
const isUncovered = (head: Locator): Promise<boolean> =>
  head.evaluate((cell) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect()
    return [left + 3, right - 3].every((x) => cell.contains(cell.ownerDocument.elementFromPoint(x, (top + bottom) / 2)))
  })

const focusedName = `(() => {
  const focused = document.activeElement
  return focused?.getAttribute('aria-label') ?? focused?.textContent ?? ''
})()`

/** Waits until what has the focus is called so. */
export const focusIs = (page: Page, name: string): Promise<void> =>
  expect.poll(() => page.evaluate(focusedName)).toBe(name)
