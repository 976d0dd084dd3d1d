import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSlidingWindow } from './sliding-window.ts'

const manualClock = () => {
  let time = 1000
  return {
    now: () => 0,
    monotonic: () => time,
    advance: (milliseconds: number) => {
      time += milliseconds
    },
  }
}
const minute = 60_000

describe('sliding window', () => {
  it('T56: of 50 calls at once exactly the limit passes, and again after the window', () => {
    const clock = manualClock()
    const window = createSlidingWindow({ clock, maximumKeys: 10 })
    const passed = () =>
      Array.from({ length: 50 }, () => window.take('user', 10, minute)).filter(({ allowed }) => allowed)
    expect(passed()).toHaveLength(10)
    clock.advance(minute - 1)
    expect(passed()).toHaveLength(0)
    clock.advance(1)
    expect(passed()).toHaveLength(10)
  })

  it('T24: keys do not share a limit, and a refusal tells when to come back', () => {
    const clock = manualClock()
    const window = createSlidingWindow({ clock, maximumKeys: 10 })
    for (let attempt = 0; attempt < 10; attempt++) {
      expect(window.take('account:anna', 10, 15 * minute)).toMatchObject({ allowed: true, remaining: 9 - attempt })
      clock.advance(1000)
    }
    for (let attempt = 0; attempt < 1000; attempt++) {
      expect(window.take('account:anna', 10, 15 * minute)).toEqual({
        allowed: false,
        remaining: 0,
        retryAfterSeconds: 15 * 60 - 10,
      })
    }
    expect(window.take('account:bert', 10, 15 * minute).allowed).toBe(true)
    clock.advance((15 * 60 - 10) * 1000)
    expect(window.take('account:anna', 10, 15 * minute)).toMatchObject({ allowed: true, remaining: 0 })
    expect(window.take('account:anna', 10, 15 * minute)).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
  })

  it('no stretch as long as the window ever holds more than the limit, and nothing is refused without need', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 300 }), fc.integer({ min: 1, max: 8 }), (pauses, limit) => {
        const clock = manualClock()
        const window = createSlidingWindow({ clock, maximumKeys: 10 })
        let passed: number[] = []
        for (const pause of pauses) {
          clock.advance(pause)
          passed = passed.filter((at) => at > clock.monotonic() - 100)
          expect(window.peek('key', limit, 100)).toEqual({
            allowed: passed.length < limit,
            remaining: limit - passed.length,
          })
          expect(window.take('key', limit, 100).allowed).toBe(passed.length < limit)
          if (passed.length < limit) passed.push(clock.monotonic())
        }
      }),
    )
  })

  it('gives a place back once', () => {
    const window = createSlidingWindow({ clock: manualClock(), maximumKeys: 10 })
    const first = window.take('key', 2, minute)
    const second = window.take('key', 2, minute)
    expect(window.take('key', 2, minute).allowed).toBe(false)
    if (!first.allowed || !second.allowed) throw new Error('both were taken')
    window.undo(first.handle)
    expect(window.peek('key', 2, minute).remaining).toBe(1)
    window.undo(second.handle)
    window.undo(second.handle)
    expect(window.peek('key', 2, minute).remaining).toBe(2)
    expect(window.take('key', 2, minute)).toMatchObject({ allowed: true, remaining: 1 })
  })

  it('a place given back after it left the window changes nothing', () => {
    const clock = manualClock()
    const window = createSlidingWindow({ clock, maximumKeys: 10 })
    const old = window.take('key', 5, minute)
    clock.advance(minute)
    window.take('key', 5, minute)
    if (old.allowed) window.undo(old.handle)
    expect(window.peek('key', 5, minute).remaining).toBe(4)
  })

  it('a window that is made longer or shorter holds from the next try on', () => {
    const clock = manualClock()
    const window = createSlidingWindow({ clock, maximumKeys: 10 })
    window.take('key', 1, 100)
    clock.advance(99)
    expect(window.peek('key', 1, 1000).allowed).toBe(false)
    clock.advance(400)
    expect(window.take('key', 1, 1000)).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
    expect(window.take('key', 1, 100).allowed).toBe(true)
  })

  it('forgets the key used longest ago when there are too many', () => {
    const window = createSlidingWindow({ clock: manualClock(), maximumKeys: 3 })
    for (const key of ['a', 'b', 'c']) window.take(key, 1, minute)
    expect(window.take('a', 1, minute).allowed).toBe(false)
    window.take('d', 1, minute)
    expect(window.peek('a', 1, minute).allowed).toBe(false)
    expect(window.peek('b', 1, minute).allowed).toBe(true)
  })

  it('stays exact over a long run of many keys', () => {
    const clock = manualClock()
    const window = createSlidingWindow({ clock, maximumKeys: 1000 })
    for (let step = 0; step < 100_000; step++) {
      clock.advance(1)
      window.take('busy', 1000, 100)
      window.take(`address ${step}`, 20, 100)
    }
    expect(window.peek('busy', 1000, 100).remaining).toBe(900)
  })
})
