import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApplicationError } from '#contract/errors.ts'
import { openTestDatabase } from '#testing/database.ts'
import { createStillClock, type MovableClock } from '#testing/movable-clock.ts'
import { openTestOptions } from '#testing/options.ts'
import { createSlidingWindow, type SlidingWindow } from '../lib/sliding-window.ts'
import { createLimits, type Limits } from './limits.ts'
import type { Options } from './options.ts'

let clock: MovableClock
let options: Options
let limits: Limits
beforeEach(async () => {
  const { database, remove } = await openTestDatabase('sqlite')
  options = await openTestOptions(database)
  clock = createStillClock()
  limits = open(5)
  return remove
})

const window = () => createSlidingWindow({ clock, maximumKeys: 1000 })
const open = (mostGeneralCalls: number, redeem: SlidingWindow = window()): Limits =>
  createLimits(options, mostGeneralCalls, {
    general: window(),
    tokenCounts: window(),
    critical: window(),
    passwords: { addresses: window(), pairs: window(), accounts: window(), devices: window() },
    redeem,
    mail: window(),
    mailAskers: window(),
    codes: window(),
    modelRequests: window(),
    modelSuccesses: window(),
  })

/** What came of the same try so many times, one after the other. */
const outcomes = async (times: number, attempt: () => unknown): Promise<string[]> => {
  const told: string[] = []
  for (let time = 0; time < times; time += 1) told.push(await outcomeOf(attempt))
  return told
}
const outcomeOf = async (attempt: () => unknown): Promise<string> => {
  try {
    await attempt()
    return 'passes'
  } catch (error) {
    if (!(error instanceof ApplicationError)) throw error
    return `${error.code} ${Object.entries(error.values ?? {})
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`.trim()
  }
}
const passes = (times: number) => Array.from({ length: times }, () => 'passes')

const home = '192.0.2.1'
const elsewhere = '192.0.2.2'

describe('calls of the control plane', () => {
  it('are counted for a user or for an address, within three minutes', async () => {
    expect(await outcomes(6, () => limits.general({ address: home }))).toEqual([
      ...passes(5),
      'too_many_requests seconds=180',
    ])
    expect(await outcomes(1, () => limits.general({ address: elsewhere }))).toEqual(passes(1))
    expect(await outcomes(6, () => limits.general({ userId: 1 }))).toEqual([
      ...passes(5),
      'too_many_requests seconds=180',
    ])
    expect(await outcomes(1, () => limits.general({ userId: 2 }))).toEqual(passes(1))
    clock.pass(179)
    expect(await outcomes(1, () => limits.general({ userId: 1 }))).toEqual(['too_many_requests seconds=1'])
    clock.pass(1)
    expect(await outcomes(5, () => limits.general({ userId: 1 }))).toEqual(passes(5))
  })

  it('have no limit where it is 0', async () => {
    limits = open(0)
    expect(await outcomes(1000, () => limits.general({ address: home }))).toEqual(passes(1000))
  })

  it('that check a secret are twenty in twenty minutes for an address', async () => {
    expect(await outcomes(21, () => limits.critical(home))).toEqual([...passes(20), 'too_many_requests seconds=1200'])
    expect(await outcomes(1, () => limits.critical(elsewhere))).toEqual(passes(1))
    clock.pass(20 * 60)
    expect(await outcomes(1, () => limits.critical(home))).toEqual(passes(1))
  })
})

describe('tries to redeem a code', () => {
  it('are ten wrong ones for a user in ten minutes, from wherever', async () => {
    let tries = 0
    const fail = () => {
      tries += 1
      return limits.tryRedeem(1, `192.0.2.${tries}`)
    }
    expect(await outcomes(11, fail)).toEqual([...passes(10), 'redeem_locked minutes=10'])
    expect(await outcomes(1, () => limits.tryRedeem(2, home))).toEqual(passes(1))
    clock.pass(10 * 60 - 1)
    expect(await outcomes(1, fail)).toEqual(['redeem_locked minutes=1'])
    clock.pass(1)
    expect(await outcomes(1, fail)).toEqual(passes(1))
  })

  it('are sixty wrong ones for an address, and what it is refused for does not count for the user', async () => {
    for (let user = 1; user <= 6; user += 1) {
      expect(await outcomes(10, () => limits.tryRedeem(user, home))).toEqual(passes(10))
    }
    expect(await outcomes(20, () => limits.tryRedeem(7, home))).toEqual(
      Array.from({ length: 20 }, () => 'redeem_locked minutes=10'),
    )
    expect(await outcomes(11, () => limits.tryRedeem(7, elsewhere))).toEqual([
      ...passes(10),
      'redeem_locked minutes=10',
    ])
  })

  it('do not count when they were right, neither for the user nor for the address', async () => {
    const succeed = async (user: number) => (await limits.tryRedeem(user, home))()
    expect(await outcomes(100, () => succeed(1))).toEqual(passes(100))
    for (let user = 1; user <= 6; user += 1) {
      expect(await outcomes(10, () => limits.tryRedeem(user, home))).toEqual(passes(10))
    }
    expect(await outcomes(1, () => limits.tryRedeem(7, home))).toEqual(['redeem_locked minutes=10'])
  })
})

describe('tries to redeem a code that are counted elsewhere', () => {
  it('are taken back before anybody is told what came of them', async () => {
    const counted = window()
    const undone: string[] = []
    const undo: SlidingWindow['undo'] = async (handle) => {
      await nextTurn()
      // The first takes longer than the second.
      if (handle.key.startsWith('user:')) await nextTurn()
      counted.undo(handle)
      undone.push(handle.key)
    }
    limits = open(5, { ...counted, undo })
    const takeBack = await limits.tryRedeem(1, home)
    await takeBack()
    expect(undone).toEqual(['user:1', `address:${home}`])
    for (let user = 1; user <= 6; user += 1) await outcomes(10, () => limits.tryRedeem(user, home))
    expect(await outcomes(1, () => limits.tryRedeem(7, home))).toEqual(['redeem_locked minutes=10'])
    expect(undone.slice(2)).toEqual(['user:7'])
  })
})

describe('mails', () => {
  const ann = 'ann@example.com'

  it('to one mailbox are 29 seconds apart, whoever asks', async () => {
    expect(await outcomes(2, () => limits.mail(ann, home))).toEqual(['passes', 'mail_too_soon seconds=29'])
    expect(await outcomes(1, () => limits.mail(ann, elsewhere))).toEqual(['mail_too_soon seconds=29'])
    expect(await outcomes(1, () => limits.mail('bob@example.com', home))).toEqual(passes(1))
    clock.pass(28)
    expect(await outcomes(1, () => limits.mail(ann, home))).toEqual(['mail_too_soon seconds=1'])
    clock.pass(1)
    expect(await outcomes(1, () => limits.mail(ann, home))).toEqual(passes(1))
  })

  it('to one mailbox are so many a day, a quarter of them asked for by one address', async () => {
    await options.change('MailsPerMailbox', 8)
    const ask = (address: string) => () => {
      clock.pass(29)
      return limits.mail(ann, address)
    }
    for (let number = 1; number <= 4; number += 1) {
      expect(await outcomes(3, ask(`192.0.2.${number}`))).toEqual(['passes', 'passes', 'mail_too_many'])
    }
    expect(await outcomes(2, ask('192.0.2.5'))).toEqual(['mail_too_many', 'mail_too_many'])
    expect(await outcomes(1, () => limits.mail('bob@example.com', home))).toEqual(passes(1))
    clock.pass(24 * 60 * 60)
    expect(await outcomes(1, () => limits.mail(ann, home))).toEqual(passes(1))
  })

  it('to a mailbox that gets few are one for each address', async () => {
    await options.change('MailsPerMailbox', 3)
    const ask = (address: string) => () => {
      clock.pass(29)
      return limits.mail(ann, address)
    }
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      expect(await outcomes(1, ask(address))).toEqual(passes(1))
    }
    expect(await outcomes(1, ask('192.0.2.4'))).toEqual(['mail_too_many'])
  })

  it('asked for by one address are so many a day, to whomever', async () => {
    await options.change('MailsPerAsker', 3)
    let asked = 0
    const ask = () => {
      asked += 1
      return limits.mail(`user${asked}@example.com`, home)
    }
    expect(await outcomes(4, ask)).toEqual([...passes(3), 'mail_too_many'])
    expect(await outcomes(1, () => limits.mail(ann, elsewhere))).toEqual(passes(1))
    clock.pass(24 * 60 * 60)
    expect(await outcomes(1, ask)).toEqual(passes(1))
  })

  it('have codes that may be tried a few times', async () => {
    const told: boolean[] = []
    for (let time = 0; time < 4; time += 1) told.push(await limits.codeTry('7 asker', 3, 600))
    expect([...told, await limits.codeTry('8 asker', 3, 600)]).toEqual([true, true, true, false, true])
    clock.pass(599)
    expect(await limits.codeTry('7 asker', 3, 600)).toBe(false)
    clock.pass(1)
    expect(await limits.codeTry('7 asker', 3, 600)).toBe(true)
  })
})

describe('model calls', () => {
  const limit = async (count: number, successes: number, minutes: number) => {
    await options.change('ModelRequestRateLimitEnabled', true)
    await options.change('ModelRequestRateLimitCount', count)
    await options.change('ModelRequestRateLimitSuccessCount', successes)
    await options.change('ModelRequestRateLimitDurationMinutes', minutes)
  }
  const succeed = () => limits.modelCall(1)
  const fail = async () => (await limits.modelCall(1)).undo()

  it('have no limit until the operator sets one, nor where its time is 0', async () => {
    expect(limits.modelCall(1)).not.toBeInstanceOf(Promise)
    await limit(1, 1, 0)
    expect(limits.modelCall(1)).not.toBeInstanceOf(Promise)
    expect(await outcomes(20, succeed)).toEqual(passes(20))
    await limit(1, 1, 1)
    await options.change('ModelRequestRateLimitEnabled', false)
    expect(await outcomes(20, succeed)).toEqual(passes(20))
  })

  it('that succeed are counted apart from those that come to nothing', async () => {
    await limit(0, 3, 2)
    expect(await outcomes(100, fail)).toEqual(passes(100))
    expect(await outcomes(4, succeed)).toEqual([...passes(3), 'model_successes_too_many count=3 minutes=2 seconds=120'])
    expect(await outcomes(1, () => limits.modelCall(2))).toEqual(passes(1))
    clock.pass(120)
    expect(await outcomes(1, succeed)).toEqual(passes(1))
  })

  it('are counted all together where there is a limit for that, and without one where it is 0', async () => {
    await limit(3, 1000, 2)
    expect(await outcomes(4, fail)).toEqual([...passes(3), 'model_requests_too_many count=3 minutes=2 seconds=120'])
    await limit(0, 1000, 2)
    expect(await outcomes(100, succeed)).toEqual(passes(100))
  })

  it('tell of the limit that is reached first, and of that of all calls where both are as near', async () => {
    const told = async (requests: number, successes: number) => {
      await limit(requests, successes, 2)
      limits = open(5)
      return (await limits.modelCall(1)).limit
    }
    expect(await told(3, 5)).toEqual({ most: 3, left: 2, resetSeconds: 120 })
    expect(await told(5, 3)).toEqual({ most: 3, left: 2, resetSeconds: 120 })
    expect(await told(0, 4)).toEqual({ most: 4, left: 3, resetSeconds: 120 })
    await limit(10, 3, 2)
    limits = open(5)
    for (let call = 0; call < 7; call += 1) await fail()
    expect((await limits.modelCall(1)).limit).toEqual({ most: 10, left: 2, resetSeconds: 120 })
  })

  it('count tokens 120 times a minute', async () => {
    expect(await outcomes(121, () => limits.tokenCount(1))).toEqual([
      ...passes(120),
      'model_requests_too_many count=120 minutes=1 seconds=60',
    ])
    expect(await outcomes(1, () => limits.tokenCount(2))).toEqual(passes(1))
    clock.pass(60)
    expect(await outcomes(1, () => limits.tokenCount(1))).toEqual(passes(1))
  })
})
