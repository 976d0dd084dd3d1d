import type { Slot } from './model.ts'

export type SlotTexts = {
  label(start: number, end: number): string
  tick(start: number, before: number | undefined): string
}

/** As many fit below a chart at a desk. */
const mostTicks = 8

/**
 * The slots between the borders of calendar steps, the last of which ends the last slot. The first is cut short where
 * the frame begins within it.
 */
export const prepareSlots = (
  borders: readonly number[],
  frame: { start: number; end: number },
  texts: SlotTexts,
): Slot[] => {
  const every = Math.ceil((borders.length - 1) / mostTicks)
  return borders.slice(1).map((end, index) => {
    const step = borders[index] ?? end
    const start = Math.max(step, frame.start)
    return {
      id: String(step),
      start,
      end,
      label: texts.label(start, end),
      tick: index % every === 0 ? texts.tick(start, borders[index - every]) : undefined,
      isRunning: end > frame.end,
    }
  })
}
