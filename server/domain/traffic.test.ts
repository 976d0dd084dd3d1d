import { expect, it } from 'vitest'
import { createTraffic } from './traffic.ts'

const setUp = () => {
  const time = { ms: 0 }
  return { time, traffic: createTraffic({ now: () => time.ms, monotonic: () => time.ms }) }
}

it('flows while a call is under way, and ten seconds longer', () => {
  const { time, traffic } = setUp()
  expect(traffic.isFlowing()).toBe(false)
  traffic.begin()
  traffic.begin()
  time.ms += 60_000
  expect(traffic.isFlowing()).toBe(true)
  traffic.end()
  time.ms += 60_000
  expect(traffic.isFlowing()).toBe(true)
  traffic.end()
  time.ms += 9999
  expect(traffic.isFlowing()).toBe(true)
  time.ms += 1
  expect(traffic.isFlowing()).toBe(false)
})

it('is idle once the last call has ended, for everybody who waits for it', async () => {
  const { traffic } = setUp()
  await traffic.idle()
  traffic.begin()
  traffic.begin()
  const told: string[] = []
  const waiting = ['one', 'other'].map((name) => traffic.idle().then(() => told.push(name)))
  traffic.end()
  await Promise.resolve()
  expect(told).toEqual([])
  traffic.end()
  await Promise.all(waiting)
  expect(told).toEqual(['one', 'other'])
})
