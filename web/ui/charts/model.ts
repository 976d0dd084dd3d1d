import type { PlainValue } from '../../lib/csv.ts'

/** One step of time. Its id is when its calendar step begins, also where the frame cuts it short. */
export type Slot = {
  id: string
  start: number
  /** The first second that is not in it any more. */
  end: number
  /** What it is called where it is read. */
  label: string
  /** Below the axis; undefined where it would be too much. A spare one is left out where there is half the room. */
  tick: { text: string; isSpare: boolean } | undefined
  /** It is not over yet. */
  isRunning: boolean
}

/** One value for each slot; a slot without a point is a zero. */
export type Series = { id: string; name: string; colour: string; values: readonly number[]; total: number }

export type Tick = { value: number; text: string }

/** All that a chart draws, decided. The last of the ticks is its top. */
export type ChartModel = {
  slots: readonly Slot[]
  series: readonly Series[]
  ticks: readonly Tick[]
  format: (value: number) => string
  /** Values beside what they add up to, where each for itself is rounded too coarsely. */
  formatParts?: (values: readonly number[]) => { sum: string; parts: readonly string[] }
  /** A value for a file. */
  plain: (value: number) => PlainValue
  /** What the time from one moment to another is called. */
  label: (start: number, end: number) => string
}

export const totalAt = ({ series }: ChartModel, slot: number): number =>
  series.reduce((sum, { values }) => sum + (values[slot] ?? 0), 0)

/** Slots that are read: one, or those from one to another, both included. */
export type Read = { first: number; last: number }

export const sumOf = ({ values }: Series, { first, last }: Read): number =>
  values.slice(first, last + 1).reduce((sum, value) => sum + value, 0)

export const totalOf = ({ series }: ChartModel, read: Read): number =>
  series.reduce((sum, one) => sum + sumOf(one, read), 0)

/** What is read as one step of time; undefined where nothing is. */
export const slotOf = ({ slots, label }: ChartModel, read: Read | undefined): Slot | undefined => {
  const [first, last] = read === undefined ? [] : [slots[read.first], slots[read.last]]
  if (first === undefined || last === undefined || first === last) return first
  return { ...last, id: first.id, start: first.start, label: label(first.start, last.end) }
}
