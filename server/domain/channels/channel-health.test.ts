import { beforeEach, describe, expect, it } from 'vitest'
import { createStillClock, type MovableClock } from '#testing/movable-clock.ts'
import { type ChannelHealth, createChannelHealth } from './channel-health.ts'

let clock: MovableClock
let health: ChannelHealth
beforeEach(() => {
  clock = createStillClock()
  health = createChannelHealth(clock)
})

const broken = { reason: 'broke_off' }
const limited = { reason: '429 slow_down', isLimit: true }
const fail = (times: number, failure: Parameters<ChannelHealth['failed']>[2] = broken) => {
  for (let each = 0; each < times; each += 1) health.failed(1, 'm', failure)
}
const succeed = (times: number) => {
  for (let each = 0; each < times; each += 1) health.succeeded(1, 'm', 100)
}
const admits = () => health.admits(1, 'm')
const state = () => health.resting(1).map((each) => each.state)
const probe = () => {
  expect(admits()).toBe(true)
  health.begin(1, 'm')
}
/** How many seconds it rests from now on, by what it admits. */
const restOf = () => {
  let seconds = 0
  while (!admits() && seconds < 1000) {
    clock.pass(1)
    seconds += 1
  }
  return seconds
}

it('How quickly a channel answers a model is an average of which the newest answer is a fifth', () => {
  expect(health.latency(1, 'm')).toBeUndefined()
  const later = (latencyMs: number) => {
    health.succeeded(1, 'm', latencyMs)
    return health.latency(1, 'm')
  }
  expect([later(100), later(200), later(120), later(20)]).toEqual([100, 120, 120, 100])
  expect(health.latency(1, 'other')).toBeUndefined()
})

describe('a channel rests with a model', () => {
  it('after five failures on end, and neither with another model nor in another channel', () => {
    fail(4)
    expect([admits(), health.rest(1, 'm'), health.resting()]).toEqual([true, undefined, []])
    fail(1)
    expect([admits(), health.admits(1, 'other'), health.admits(2, 'm')]).toEqual([false, true, true])
    expect(restOf()).toBe(2)
  })

  it('after five failures of the last ten, and not of those before', () => {
    fail(4)
    succeed(6)
    fail(1)
    // The first of the ten is of those before.
    expect(admits()).toBe(true)
    succeed(1)
    fail(2)
    expect(admits()).toBe(true)
    succeed(1)
    fail(2)
    expect(admits()).toBe(false)
  })

  it('each time twice as long, up to half a minute, where the call that tries it fails', () => {
    fail(5)
    const rests = [restOf()]
    for (let again = 0; again < 5; again += 1) {
      probe()
      fail(1)
      rests.push(restOf())
    }
    expect(rests).toEqual([2, 4, 8, 16, 30, 30])
  })

  it('no longer for calls that were under way when it began, and from the last of them', () => {
    fail(5)
    clock.pass(1)
    fail(3)
    expect(restOf()).toBe(2)
  })

  it('until a call that tried it is answered; it is as good as new then, but for how long it rests next', () => {
    fail(5)
    restOf()
    succeed(1)
    // That one was under way before.
    expect(state()).toEqual(['half_open'])
    probe()
    succeed(1)
    expect([state(), health.rest(1, 'm')]).toEqual([[], undefined])
    fail(4)
    expect(admits()).toBe(true)
    fail(1)
    expect(restOf()).toBe(4)
    probe()
    succeed(9)
    fail(5)
    expect(restOf()).toBe(8)
    probe()
    succeed(10)
    fail(5)
    expect(restOf()).toBe(2)
  })

  it('at once where it refuses the key', () => {
    fail(1, { reason: '401', isRefused: true })
    expect(health.resting()).toMatchObject([{ why: 'refused', reason: '401' }])
    expect(restOf()).toBe(2)
  })

  it('F07: for as long as its vendor wishes, and no more than ten minutes', () => {
    fail(1, { ...limited, retryAfterSeconds: 10 })
    expect(restOf()).toBe(10)
    fail(1, { ...limited, retryAfterSeconds: 100_000 })
    expect(restOf()).toBe(600)
    fail(1, { ...limited, retryAfterSeconds: 0 })
    expect(admits()).toBe(true)
  })

  it('F07: as long as failures ask for where the vendor wishes for less', () => {
    fail(5, { ...broken, retryAfterSeconds: 1 })
    expect(restOf()).toBe(2)
  })

  it('F07: for as long as its vendor wishes, whatever becomes of calls that were under way then', () => {
    fail(1, { ...limited, retryAfterSeconds: 10 })
    clock.pass(1)
    fail(6)
    expect(restOf()).toBe(9)
  })
})

describe('while a channel rests', () => {
  it('it is told to be open for as long as it admits nobody, and why', () => {
    fail(1, { ...limited, retryAfterSeconds: 10 })
    const told = () => [admits(), ...state()]
    clock.pass(9.5)
    expect(told()).toEqual([false, 'open'])
    const open = { channel: 1, model: 'm', state: 'open', why: 'limit', reason: '429 slow_down' }
    expect(health.resting()).toEqual([{ ...open, restsUntil: clock.now() + 500 }])
    expect(health.rest(1, 'm')).toEqual({ seconds: 1, isLimit: true })
    clock.pass(0.5)
    expect(told()).toEqual([true, 'half_open'])
    expect(health.resting(1)).toEqual([{ ...open, state: 'half_open', restsUntil: 0 }])
    expect(health.rest(1, 'm')).toEqual({ seconds: 1, isLimit: true })
  })

  it('its rest is told in whole seconds, of the failure that came last', () => {
    fail(1, { ...limited, retryAfterSeconds: 10 })
    clock.pass(0.1)
    fail(1, { ...broken, retryAfterSeconds: 5 })
    clock.pass(0.5)
    expect(health.rest(1, 'm')).toEqual({ seconds: 5, isLimit: false })
    expect(health.resting()).toMatchObject([{ why: 'failures', reason: 'broke_off' }])
    expect([health.resting(2), health.rest(1, 'other')]).toEqual([[], undefined])
  })

  it('one call alone tries it, until it comes back or has taken too long', () => {
    fail(5)
    clock.pass(2)
    probe()
    const later = (seconds: number) => {
      clock.pass(seconds)
      return admits()
    }
    expect([later(0), later(150), later(0.001)]).toEqual([false, false, true])
    health.begin(1, 'm')
    expect(admits()).toBe(false)
    health.abandoned(1, 'm')
    expect(admits()).toBe(true)
  })

  it('a call to one that never rested tries nothing: its failure is one of five', () => {
    succeed(1)
    health.begin(1, 'm')
    fail(4)
    expect([admits(), health.resting()]).toEqual([true, []])
  })

  it('F07: the only one there is is left alone for a wish and for failures, and not for a limit of which no end was told', () => {
    const sole = () => health.admitsSole(1, 'm')
    expect(sole()).toBe(true)
    fail(1, { ...limited, retryAfterSeconds: 10 })
    clock.pass(9)
    expect(sole()).toBe(false)
    clock.pass(1)
    expect(sole()).toBe(true)
    fail(4)
    expect([admits(), sole()]).toEqual([false, false])
    clock.pass(2)
    probe()
    expect([admits(), sole()]).toEqual([false, true])
    fail(1, limited)
    expect([admits(), sole()]).toEqual([false, true])
  })

  it('it can be woken, which leaves how quick it is, or forgotten as a whole', () => {
    succeed(1)
    fail(5)
    health.wake(2)
    expect(admits()).toBe(false)
    health.wake(1)
    expect([admits(), health.resting(), health.latency(1, 'm')]).toEqual([true, [], 100])
    fail(4)
    expect(admits()).toBe(true)
    fail(1)
    expect(restOf()).toBe(2)
    health.forget(1)
    expect([health.resting(), health.latency(1, 'm')]).toEqual([[], undefined])
  })
})

it('Of more than twenty thousand models all are forgotten, and those of a channel that is gone do not count', () => {
  const meet = (channel: number, count: number) => {
    for (let each = 0; each < count; each += 1) health.succeeded(channel, `m${each}`, 100)
  }
  meet(1, 10_000)
  health.forget(1)
  health.forget(2)
  meet(3, 20_000)
  meet(3, 20_000)
  expect(health.latency(3, 'm0')).toBe(100)
  meet(4, 1)
  expect([health.latency(3, 'm0'), health.latency(4, 'm0')]).toEqual([undefined, 100])
  meet(3, 19_999)
  expect(health.latency(4, 'm0')).toBe(100)
})
