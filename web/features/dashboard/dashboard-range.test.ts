import { describe, expect, it } from 'vitest'
import { chosenView, frameOf, stepOfMoments, stepsFor } from './dashboard-range.ts'

const hour = 3600
const day = 24 * hour
/** A Monday at midnight in UTC. */
const monday = 1_699_833_600
const now = monday + 10 * hour + 1234

describe('the view of the dashboard', () => {
  it('is what the operator set until somebody chooses', () => {
    expect(chosenView({}, 'hour', false, now)).toEqual({ range: '1d', step: 'hour' })
    expect(chosenView({}, 'day', false, now)).toEqual({ range: '7d', step: 'day' })
    expect(chosenView({}, 'week', false, now)).toEqual({ range: '30d', step: 'week' })
  })

  it('never asks for what does not go together', () => {
    expect(chosenView({ range: '365d' }, 'hour', false, now)).toEqual({ range: '1d', step: 'hour' })
    expect(chosenView({ range: '365d', step: 'hour' }, 'hour', true, now)).toEqual({ range: '365d', step: 'day' })
    expect(chosenView({ range: '7d', step: 'week' }, 'hour', true, now)).toEqual({ range: '7d', step: 'day' })
  })

  it('reaches back by whole hours and days, and never further than a user may ask', () => {
    expect(frameOf({ range: '1d', step: 'hour' }, now, 'UTC').start).toBe(monday - 13 * hour)
    expect(frameOf({ range: '7d', step: 'day' }, now, 'UTC').start).toBe(monday - 6 * day)
    // A month with a day of 25 hours, in the last hour of its last day.
    const late = Date.parse('2023-11-10T23:30+01:00') / 1000
    const { start } = frameOf({ range: '30d', step: 'day' }, late, 'Europe/Berlin')
    expect(late - start).toBeLessThanOrEqual(30 * day)
  })

  describe('that was narrowed', () => {
    const narrowed = (days: number, more: object = {}, admin = false) => {
      const moments = { start_timestamp: monday - days * day, end_timestamp: monday - 1 }
      return chosenView({ range: '30d', ...moments, ...more }, 'week', admin, now)
    }

    it('shows as much of it as there can be, until other steps are chosen', () => {
      expect(narrowed(2)).toEqual({ range: '30d', step: 'hour', moments: { start: monday - 2 * day, end: monday - 1 } })
      expect(narrowed(4).step).toBe('day')
      expect(narrowed(2, { step: 'day' }).step).toBe('day')
      expect(narrowed(2, { step: 'week' }).step).toBe('hour')
      expect(stepsFor(narrowed(2))).toEqual(['hour', 'day'])
      expect(stepsFor(narrowed(10))).toEqual(['day', 'week'])
    })

    it('is no longer than the longest range, nor upside down', () => {
      for (const [days, admin, isThere] of [
        ...([
          [30, false, true],
          [31, false, false],
          [31, true, true],
          [365, true, true],
          [366, true, false],
        ] as const),
        ...([[-1, true, false]] as const),
      ]) {
        expect([days, narrowed(days, {}, admin).moments !== undefined]).toEqual([days, isThere])
      }
      expect(chosenView({ start_timestamp: monday }, 'hour', true, now).moments).toBeUndefined()
      expect(chosenView({ start_timestamp: monday, end_timestamp: 9e12 }, 'hour', true, now).moments).toBeUndefined()
    })

    it('reaches no further than time has come', () => {
      const view = chosenView({ start_timestamp: monday, end_timestamp: monday + day - 1 }, 'hour', false, now)
      expect(frameOf(view, now, 'UTC')).toEqual({ start: monday, end: now, step: 'hour', zone: 'UTC' })
      expect(frameOf(view, now + 9 * day, 'UTC').end).toBe(monday + day - 1)
      expect(frameOf(view, monday - hour, 'UTC').end).toBe(monday)
    })

    it('is called by its days where it has whole ones', () => {
      const whole = { start: monday, end: monday + 2 * day - 1 }
      expect(stepOfMoments(whole, 'UTC')).toBe('day')
      expect(stepOfMoments(whole, 'Europe/Berlin')).toBe('hour')
      expect(stepOfMoments({ ...whole, end: whole.end - hour }, 'UTC')).toBe('hour')
    })
  })
})
