import { expect, it } from 'vitest'
import { createMovableClock, createStillClock } from '#testing/movable-clock.ts'
import { createChannelHealth } from './channel-health.ts'

it('How quickly a channel answers a model is an average of which the newest answer is a fifth', () => {
  const health = createChannelHealth(createMovableClock())
  expect(health.latency(1, 'm')).toBeUndefined()
  const after = (latencyMs: number) => {
    health.succeeded(1, 'm', latencyMs)
    return health.latency(1, 'm')
  }
  expect([after(100), after(200), after(120), after(20)]).toEqual([100, 120, 120, 100])
  expect(health.latency(1, 'other')).toBeUndefined()
})

it('A channel is told to be open for as long as it admits nobody', () => {
  const clock = createStillClock()
  const health = createChannelHealth(clock)
  health.failed(1, 'm', { reason: '429 slow_down', isLimit: true, retryAfterSeconds: 10 })
  const told = () => [health.admits(1, 'm'), ...health.resting().map(({ state }) => state)]
  clock.pass(9)
  expect(told()).toEqual([false, 'open'])
  clock.pass(1)
  expect(told()).toEqual([true, 'half_open'])
})

it('While a call tries a channel after its rest no other is let in, but not for ever', () => {
  const clock = createStillClock()
  const health = createChannelHealth(clock)
  for (let failure = 0; failure < 5; failure += 1) health.failed(1, 'm', { reason: 'broke_off' })
  clock.pass(2)
  expect(health.admits(1, 'm')).toBe(true)
  health.begin(1, 'm')
  const after = (seconds: number) => {
    clock.pass(seconds)
    return health.admits(1, 'm')
  }
  expect([after(0), after(150), after(1)]).toEqual([false, false, true])
})
