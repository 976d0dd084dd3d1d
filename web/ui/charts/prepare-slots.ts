import type { Slot } from './model.ts'

export type SlotTexts = {
  label(start: number, end: number): string
  /** `before` is what the tick before it tells of; undefined where the day is told nowhere yet. */
  tick(start: number, before: number | undefined): string
  isDayStart(start: number): boolean
  /** How many slots lie between ticks, `least` or more. */
  ticksEvery(least: number): number
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
  const every = texts.ticksEvery(Math.ceil((borders.length - 1) / mostTicks))
  // A day begins with a tick, which tells its name: those before it need not.
  const firstDay = borders.slice(0, -1).findIndex((start) => texts.isDayStart(start))
  const tickAt = (index: number, step: number) => {
    const place = (index - Math.max(0, firstDay)) / every
    if (!Number.isInteger(place)) return undefined
    const before = borders[index - every] ?? (firstDay === -1 ? undefined : step)
    return { text: texts.tick(step, before), isSpare: place % 2 !== 0 }
  }
  return borders.slice(1).map((end, index) => {
    const step = borders[index] ?? end
    const start = Math.max(step, frame.start)
    return {
      id: String(step),
      start,
      end,
      label: texts.label(start, end),
      tick: tickAt(index, step),
      isRunning: end > frame.end,
    }
  })
}
