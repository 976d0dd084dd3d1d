import { describe, expect, it } from 'vitest'
import type { UsagePoint } from '#contract/logs.ts'
import { chosenView } from './dashboard-range.ts'
import { usageBars, usageByModel } from './usage-series.ts'

const hour = 3600
/** A Monday at midnight in UTC. */
const monday = 1_699_833_600

const point = (model: string, created_at: number, quota: number): UsagePoint => ({
  ...{ user_id: 0, username: '', model_name: model, created_at, count: 1, quota },
  ...{ token_used: quota * 2, prompt_tokens: quota, completion_tokens: quota },
})

describe('the series of the dashboard', () => {
  it('adds up by model, the one with most first', () => {
    const points = [point('a', 0, 5), point('b', 0, 9), point('a', hour, 6)]
    expect(usageByModel(points, 'quota')).toEqual([
      { model: 'a', quota: 11, count: 2, token_used: 22 },
      { model: 'b', quota: 9, count: 1, token_used: 18 },
    ])
  })

  it('has a bar for every step, with all that is not named in the last value', () => {
    const points = [
      point('a', monday, 5),
      point('c', monday, 2),
      point('d', monday, 1),
      point('b', monday + 2 * hour, 9),
    ]
    const frame = { start: monday + 100, end: monday + 3 * hour, seconds: hour, ahead: 0 }
    expect(usageBars(points, 'quota', ['a', 'b'], frame)).toEqual([
      { start: monday, values: [5, 0, 3] },
      { start: monday + hour, values: [0, 0, 0] },
      { start: monday + 2 * hour, values: [0, 9, 0] },
      { start: monday + 3 * hour, values: [0, 0, 0] },
    ])
  })

  it('begins days by the local clock and weeks on Mondays', () => {
    const day = 24 * hour
    const frame = { start: monday + 5 * hour, end: monday + 30 * hour, ahead: 8 * hour }
    expect(usageBars([], 'quota', [], { ...frame, seconds: day })[0]?.start).toBe(monday - 8 * hour)
    expect(
      usageBars([], 'quota', [], { ...frame, start: monday + 3 * day, seconds: 7 * day, ahead: 0 })[0]?.start,
    ).toBe(monday)
  })
})

describe('the view of the dashboard', () => {
  it('is what the operator set until somebody chooses', () => {
    expect(chosenView({}, 'hour', false)).toEqual({ range: '1d', step: 'hour' })
    expect(chosenView({}, 'day', false)).toEqual({ range: '7d', step: 'day' })
    expect(chosenView({}, 'week', false)).toEqual({ range: '30d', step: 'week' })
  })

  it('never asks for what does not go together', () => {
    expect(chosenView({ range: '365d' }, 'hour', false)).toEqual({ range: '1d', step: 'hour' })
    expect(chosenView({ range: '365d', step: 'hour' }, 'hour', true)).toEqual({ range: '365d', step: 'day' })
    expect(chosenView({ range: '7d', step: 'week' }, 'hour', true)).toEqual({ range: '7d', step: 'day' })
  })
})
