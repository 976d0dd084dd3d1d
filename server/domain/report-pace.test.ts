import { expect, it } from 'vitest'
import { createReportPace } from './report-pace.ts'
import { createTraffic } from './traffic.ts'

/** A pace whose pauses are written down instead of waited for. */
const setUp = () => {
  const time = { ms: 5000 }
  const clock = { now: () => time.ms, monotonic: () => time.ms }
  const traffic = createTraffic(clock)
  const pauses: number[] = []
  const pause = async (milliseconds: number) => pauses.push(milliseconds)
  const { turn } = createReportPace({ traffic, clock, pause })
  return { time, traffic, pauses, turn }
}

it('keeps nobody waiting while no call flows', async () => {
  const { pauses, turn } = setUp()
  for (let report = 0; report < 100; report += 1) await turn(1)
  expect(pauses).toEqual([])
})

it('lets four of a user begin at once while calls flow, and the others 80 ms apart', async () => {
  const { traffic, pauses, turn } = setUp()
  traffic.begin()
  for (let report = 0; report < 4; report += 1) await turn(1)
  expect(pauses).toEqual([])
  for (let report = 0; report < 3; report += 1) await turn(1)
  expect(pauses).toEqual([80, 160, 240])
})

it('keeps nobody waiting for another user', async () => {
  const { traffic, pauses, turn } = setUp()
  traffic.begin()
  for (let userId = 1; userId <= 50; userId += 1) {
    for (let report = 0; report < 4; report += 1) await turn(userId)
  }
  expect(pauses).toEqual([])
  await turn(1)
  expect(pauses).toEqual([80])
})

it('keeps nobody waiting who asks more slowly, and counts anew after a rest', async () => {
  const { time, traffic, pauses, turn } = setUp()
  traffic.begin()
  for (let report = 0; report < 100; report += 1) {
    await turn(1)
    time.ms += 80
  }
  expect(pauses).toEqual([])
  for (let report = 0; report < 5; report += 1) await turn(1)
  expect(pauses).toEqual([80])
  time.ms += 400
  await turn(2)
  for (let report = 0; report < 4; report += 1) await turn(1)
  expect(pauses).toEqual([80])
})
