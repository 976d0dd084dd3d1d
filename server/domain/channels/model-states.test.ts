import { expect, it } from 'vitest'
import { firstHour, modelStates } from './model-states.ts'

const hour = 3600
const now = 100 * hour + 1200
const at = (model: string, ago: number, count: number) => ({ model, hour: 100 * hour - ago * hour, count })

it('a model is as good as the share of its calls that went well, hour by hour', () => {
  const succeeded = [at('one', 0, 95), at('one', 1, 94), at('one', 2, 1), at('one', 24, 1), at('two', 1, 1)]
  const failed = [at('one', 0, 5), at('one', 1, 6), at('one', 2, 2), at('three', 23, 1)]
  const [one, three, two] = modelStates(now, succeeded, failed)
  expect(one?.hours.slice(-4)).toEqual(['none', 'down', 'degraded', 'up'])
  expect(one).toMatchObject({ model: 'one', now: 'up', uptime: 190 / 203 })
  // What nobody asked in this hour is as it was in the one before, and beyond that nobody knows.
  expect(two).toMatchObject({ model: 'two', now: 'up', uptime: 1 })
  expect(three).toMatchObject({ model: 'three', now: 'none', uptime: 0 })
  expect(three?.hours[0]).toBe('down')
  expect(firstHour(now)).toBe(77 * hour)
})
