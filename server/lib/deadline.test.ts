import { stat } from 'node:fs/promises'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { beKeptWaiting } from '#testing/timing.ts'
import { createSharedDeadline, withDeadline } from './deadline.ts'

const late = () => new Error('late')
const never = new Promise<never>(() => {})
const pause = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms))

/** The deadline's two answers as the ends of a promise. */
const createWithin = (milliseconds: number) => {
  const within = createSharedDeadline(milliseconds, late)
  return <Result>(work: Promise<Result>) => new Promise<Result>((resolve, reject) => within(work, resolve, reject))
}

describe('a deadline', () => {
  it('hears what came while its process was kept waiting, and only then gives up', async () => {
    const [alone, shared] = [withDeadline(stat('.'), 20, late), createWithin(20)(stat('.'))]
    beKeptWaiting(200)
    expect((await alone).isDirectory()).toBe(true)
    expect((await shared).isDirectory()).toBe(true)
    const [lost, sharedLost] = [withDeadline(never, 20, late), createWithin(20)(never)]
    beKeptWaiting(200)
    const ends = await Promise.allSettled([lost, sharedLost])
    expect(ends.map((end) => end.status === 'rejected' && end.reason.message)).toEqual(['late', 'late'])
  })
})

describe('a deadline that much work shares', () => {
  it('lets what ends in time through, with its result or its error', async () => {
    const within = createWithin(1000)
    expect(await within(pause(1))).toBe('done')
    await expect(within(Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })

  it('rejects each that does not, at its own time', async () => {
    const within = createWithin(60)
    const first = within(never)
    await pause(30)
    const second = within(never)
    const order: string[] = []
    await Promise.allSettled([
      first.catch((error: Error) => order.push(`first ${error.message}`)),
      second.catch((error: Error) => order.push(`second ${error.message}`)),
    ])
    expect(order).toEqual(['first late', 'second late'])
  })

  it('ignores work that ends after it was given up', async () => {
    const within = createWithin(5)
    const work = pause(40)
    await expect(within(work)).rejects.toThrow('late')
    await work
  })

  it('lets go of work that is over, also after the collector has moved what it watches with to the old generation', async () => {
    const within = createSharedDeadline(60_000, late)
    const atOnce = 20
    const rounds = 5000
    let open: (() => void)[] = []
    const begin = () => {
      const held = new Array<number>(500).fill(1)
      within(
        new Promise<void>((resolve) => open.push(resolve)),
        () => held.length,
        () => held.length,
      )
    }
    const collect = exposedCollector()
    let kept = 0
    for (let count = 0; count < atOnce; count += 1) begin()
    for (let round = 1; round <= rounds; round += 1) {
      const ended = open
      open = []
      for (const end of ended) {
        end()
        begin()
      }
      await undefined
      if (round % 500 > 0) continue
      const before = oldSpaceBytes()
      collect()
      if (round > 500) kept += before - oldSpaceBytes()
      // Once more, so that what is on its way now is old, and becomes garbage there.
      collect()
    }
    // The rest of this process leaves some megabytes as well.
    expect(kept).toBeLessThan(10_000_000)
  })
})

const oldSpaceBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0

const exposedCollector = (): (() => void) => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}
