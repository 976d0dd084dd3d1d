import { describe, expect, it } from 'vitest'
import type { UsagePoint } from '#contract/logs.ts'
import { stepBorders, type UsageFrame } from '#contract/usage-calendar.ts'
import { formatsFor } from '../../lib/format.ts'
import { totalAt } from '../../ui/charts/model.ts'
import { usageByModel, usageChart, usageOverTime, usageRate } from './usage-series.ts'

const hour = 3600
const day = 24 * hour
/** A Monday at midnight in UTC. */
const monday = 1_699_833_600

const point = (model: string, created_at: number, quota: number): UsagePoint => ({
  ...{ user_id: 0, username: '', model_name: model, created_at, count: 1, quota },
  ...{ token_used: quota * 2, prompt_tokens: quota, completion_tokens: quota },
})

const money = formatsFor('en', { quota_per_unit: 500_000, display_in_currency: true })

/** Thin spaces stand in a range. */
const plain = (label: string) => label.replaceAll(/\s/g, ' ')

const chartOf = (points: readonly UsagePoint[], frame: Partial<UsageFrame> = {}, format = money) => {
  const whole: UsageFrame = { start: monday, end: monday + 3 * hour + 7, step: 'hour', zone: 'UTC', ...frame }
  return usageChart({ frame: whole, points, failed: 0, of: {} }, 'quota', format, 'Others')
}

describe('the chart of the dashboard', () => {
  it('has a slot for every step of its frame, and a point from elsewhere makes none', () => {
    const chart = chartOf([point('a', monday + hour, 5), point('b', monday - day, 900), point('b', monday + hour, 9)])
    expect(chart.slots.map(({ start, label, isRunning }) => [start - monday, plain(label), isRunning])).toEqual([
      [0, 'Nov 13, 00:00 – 01:00', false],
      [hour, 'Nov 13, 01:00 – 02:00', false],
      [2 * hour, 'Nov 13, 02:00 – 03:00', false],
      [3 * hour, 'Nov 13, 03:00 – 04:00', true],
    ])
    expect(chart.slots.map((_slot, index) => totalAt(chart, index))).toEqual([0, 14, 0, 0])
    expect(chart.series.map(({ name, total }) => [name, total])).toEqual([
      ['b', 9],
      ['a', 5],
    ])
  })

  it('calls several of its steps by one name', () => {
    const { slots, label } = chartOf([])
    const days = chartOf([], { step: 'day', end: monday + 2 * day + 7 })
    expect(plain(label(slots[0]?.start ?? 0, slots[2]?.end ?? 0))).toBe('Nov 13, 00:00 – 03:00')
    expect(plain(days.label(monday, monday + day))).toBe('Mon, Nov 13, 2023')
    expect(plain(days.label(monday, monday + 2 * day))).toBe('Nov 13 – 14, 2023')
  })

  it('has a shape of whole steps alone, in which a point from elsewhere counts for nothing', () => {
    const points = [point('a', monday, 1), point('b', monday, 2), point('a', monday + 2 * hour, 5), point('c', 7, 900)]
    const frame = { start: monday, end: monday + 3 * hour + 7, step: 'hour', zone: 'UTC' } as const
    const shape = (from: number) =>
      usageOverTime({ frame: { ...frame, start: from }, points, failed: 0, of: {} }, 'quota')
    expect(shape(monday)).toEqual([3, 0, 5])
    expect(shape(monday + 9)).toEqual([0, 5])
  })

  it('adds the others up, and no name of a model is mistaken for them', () => {
    const names = ['rest', 'Others', ...Array.from({ length: 9 }, (_, index) => `m${index}`)]
    const chart = chartOf(names.map((name, index) => point(name, monday, 100 - index)))
    expect(chart.series).toHaveLength(10)
    expect(chart.series.at(-1)).toMatchObject({ name: 'Others', total: 91 + 90, values: [181, 0, 0, 0] })
    expect(new Set(chart.series.map(({ id }) => id)).size).toBe(10)
    expect(new Set(chart.series.map(({ colour }) => colour)).size).toBe(10)
  })

  it('gives a model the colour that it had, whatever place it has by now', () => {
    const colours = (points: readonly UsagePoint[]) =>
      Object.fromEntries(chartOf(points).series.map(({ name, colour }) => [name, colour]))
    const before = colours([point('x1', monday, 9), point('x2', monday, 5), point('x3', monday, 1)])
    const after = colours([point('x3', monday, 9), point('x0', monday, 8), point('x2', monday, 5)])
    expect(after).toMatchObject({ x3: before.x3, x2: before.x2 })
    expect(new Set(Object.values({ ...before, x0: after.x0 })).size).toBe(4)
  })

  it('has an axis that goes no further than a round amount above the highest bar', () => {
    const ticks = (quota: number, format = money) =>
      chartOf([point('a', monday, quota)], {}, format).ticks.map(({ text }) => text)
    expect(ticks(7.1 * 500_000)).toEqual(['$0', '$2', '$4', '$6', '$8'])
    expect(ticks(20)).toEqual(['$0.00000', '$0.00001', '$0.00002', '$0.00003', '$0.00004'])
    // A price of its own for a dollar leaves the amounts round.
    expect(ticks(7.1 * 300_000, formatsFor('en', { quota_per_unit: 300_000, display_in_currency: true })).at(-1)).toBe(
      '$8',
    )
    expect(ticks(3, formatsFor('en', { quota_per_unit: 1, display_in_currency: false }))).toEqual(['0', '1', '2', '3'])
  })

  it('names a day where it begins, and an hour by its time', () => {
    const ticks = (start: number, hours: number) =>
      chartOf([], { start, end: start + hours * hour - 1, step: 'hour', zone: 'UTC' }).slots.flatMap(({ tick }) =>
        tick ? [tick] : [],
      )
    const begun = ticks(monday - 4 * hour, 24)
    expect(begun.map(({ text }) => text)).toEqual([
      ...['21:00', 'Nov 13', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00'],
    ])
    // Where half of them are left out the day is not.
    expect(begun.map(({ isSpare }) => isSpare).slice(0, 3)).toEqual([true, false, true])
    expect(ticks(monday - 4 * hour, 72).map(({ text }) => text)).toEqual([
      ...['Nov 13', '12:00', 'Nov 14', '12:00', 'Nov 15', '12:00'],
    ])
    expect(ticks(monday + 9 * hour, 2).map(({ text }) => text)).toEqual(['Nov 13, 09:00', '10:00'])
  })

  it('has days of 23 and of 25 hours where the clock changes, and weeks that begin on Mondays', () => {
    const [from, until] = [Date.parse('2023-10-28T10:00+02:00') / 1000, Date.parse('2023-10-30T12:00+01:00') / 1000]
    const frame: UsageFrame = { start: from, end: until, step: 'day', zone: 'Europe/Berlin' }
    const { slots } = chartOf([], frame)
    expect(slots.map(({ label, start, end }) => [label, (end - start) / hour])).toEqual([
      ['Sat, Oct 28, 2023', 14],
      ['Sun, Oct 29, 2023', 25],
      ['Mon, Oct 30, 2023', 24],
    ])
    const weeks = chartOf([], { ...frame, step: 'week' }).slots
    expect(weeks.map(({ label }) => plain(label))).toEqual(['Oct 28 – 29, 2023', 'Oct 30 – Nov 5, 2023'])
    const spring = { start: Date.parse('2023-03-26T00:00+01:00') / 1000, end: Date.parse('2023-03-26T20:00Z') / 1000 }
    const [begin = 0, end = 0] = stepBorders({ ...frame, ...spring })
    expect((end - begin) / hour).toBe(23)
  })

  it('tells how often there was a call in a time in which there was one', () => {
    const frame: UsageFrame = { start: monday, end: monday + day, step: 'hour', zone: 'UTC' }
    const rate = (calls: number) => {
      const points = Array.from({ length: calls }, () => point('a', monday, 7))
      const { per, count, tokens } = usageRate({ frame, points, failed: 0, of: {} })
      return [per, count, tokens]
    }
    expect(rate(2)).toEqual(['day', 2, 28])
    expect(rate(48)).toEqual(['hour', 2, 28])
    expect(rate(2880)).toEqual(['minute', 2, 28])
    expect(rate(0)).toEqual(['minute', 0, 0])
  })

  it('adds up by model, the one with most first', () => {
    const points = [point('a', 0, 5), point('b', 0, 9), point('a', hour, 6)]
    expect(usageByModel(points, 'quota')).toEqual([
      { model: 'a', quota: 11, count: 2, token_used: 22 },
      { model: 'b', quota: 9, count: 1, token_used: 18 },
    ])
  })
})
