import type { Locator } from 'playwright-core'

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
