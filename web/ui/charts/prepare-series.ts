import type { Series, Slot } from './model.ts'

export type Point = { slot: string; series: string; value: number }

type SeriesWords = { rest: string; colourOf(id: string): string; restColour: string }

const restId = 'rest'

/**
 * The series with most, the one with most first, and all others as one; a single one keeps its name. A point makes no
 * slot: what lies outside of them is not of this frame, and is left out.
 */
export const prepareSeries = (
  points: readonly Point[],
  slots: readonly Slot[],
  most: number,
  { rest, colourOf, restColour }: SeriesWords,
): Series[] => {
  const places = new Map(slots.map(({ id }, index) => [id, index]))
  const sums = new Map<string, number[]>()
  for (const { slot, series, value } of points) {
    const place = places.get(slot)
    if (place === undefined) continue
    const values = sums.get(series) ?? slots.map(() => 0)
    values[place] = (values[place] ?? 0) + value
    sums.set(series, values)
  }
  const all = [...sums]
    .map(([name, values]) => ({ name, values, total: values.reduce((sum, value) => sum + value, 0) }))
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total || (one.name < other.name ? -1 : 1))
  const named = all.slice(0, most).map((one) => ({ ...one, id: `of:${one.name}`, colour: colourOf(one.name) }))
  const others = all.slice(most)
  const [first] = others
  if (!first) return named
  const values = slots.map((_slot, index) => others.reduce((sum, other) => sum + (other.values[index] ?? 0), 0))
  const total = others.reduce((sum, other) => sum + other.total, 0)
  return [...named, { id: restId, name: others.length === 1 ? first.name : rest, colour: restColour, values, total }]
}
