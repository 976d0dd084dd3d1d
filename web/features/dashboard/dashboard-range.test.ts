import { describe, expect, it } from 'vitest'
import { chosenView, frameOf } from './dashboard-range.ts'

const hour = 3600
const day = 24 * hour
/** A Monday at midnight in UTC. */
const monday = 1_699_833_600

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

  it('reaches back by whole hours and days, and never further than a user may ask', () => {
    const now = monday + 10 * hour + 1234
    expect(frameOf({ range: '1d', step: 'hour' }, now, 'UTC').start).toBe(monday - 13 * hour)
    expect(frameOf({ range: '7d', step: 'day' }, now, 'UTC').start).toBe(monday - 6 * day)
    // A month with a day of 25 hours, in the last hour of its last day.
    const late = Date.parse('2023-11-10T23:30+01:00') / 1000
    const { start } = frameOf({ range: '30d', step: 'day' }, late, 'Europe/Berlin')
    expect(late - start).toBeLessThanOrEqual(30 * day)
  })
})
