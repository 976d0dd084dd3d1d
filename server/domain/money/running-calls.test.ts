import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApplicationError } from '#contract/errors.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { userQuota } from '#testing/ledger.ts'
import { createStillClock } from '#testing/movable-clock.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import type { Settlement } from '../../db/settling/settlement.ts'
import { createLog } from '../../lib/log.ts'
import { createRunningCalls, type RunningCall } from './running-calls.ts'

let opened: TestDatabase
beforeEach(async () => {
  opened = await openTestDatabase('sqlite')
  await addAccounts(opened.database.query, 1, 100)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await opened.remove()
})

/** What runs in a process, over a database that may be refused, and whose time only a test lets pass. */
const begin = () => {
  const state = { isRefused: false, writes: 0, unanswered: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind === 'RawNode') state.writes += 1
      if (state.isRefused) throw new ApplicationError('storage_unavailable')
      state.unanswered += 1
      return node
    },
    transformResult: async ({ result }) => {
      state.unanswered -= 1
      return result
    },
  }
  const clock = createStillClock()
  const lines: string[] = []
  const forgotten: number[] = []
  const calls = createRunningCalls({
    database: { ...opened.database, query: opened.database.query.withPlugin(plugin) },
    accounts: { forgetUser: (id) => forgotten.push(id), forgetToken: () => {} },
    noteCharge: () => {},
    clock,
    log: createLog({ level: 'info', write: (line) => lines.push(line) }),
  })
  const call = (cutOff: RunningCall['cutOff']): RunningCall => {
    const running = { begunAt: clock.monotonic(), cutOff, settled: undefined, noted: undefined, hasEnded: false }
    calls.begin(running)
    return running
  }
  /** Half a second; what is then to be written is written when it is over. */
  const tick = async (times = 1) => {
    for (let time = 0; time < times; time += 1) {
      clock.pass(0.5)
      vi.advanceTimersByTime(500)
      for (let calm = 0; calm < 5; calm = state.unanswered === 0 ? calm + 1 : 0) await nextTurn()
    }
  }
  return { calls, call, tick, state, clock, lines, forgotten }
}

const noted = async () => {
  const rows = await opened.database.query.selectFrom('running_calls').selectAll().orderBy('request_id').execute()
  return rows.map(({ request_id, settlement }) => [request_id, JSON.parse(settlement).quota])
}

/** Costs more each time it is asked. */
const growing = (requestId: string, asked: { times: number } = { times: 0 }) => {
  return (): Settlement => {
    asked.times += 1
    return settlement({ requestId, quota: asked.times })
  }
}

it('what runs for a second is noted, at once when it is new, else every other time', async () => {
  const { call, tick, calls } = begin()
  const asked = { times: 0 }
  call(growing('a', asked))
  await tick()
  expect([asked.times, await noted()]).toEqual([0, []])
  await tick()
  expect(await noted()).toEqual([['a', 1]])
  const quotas: unknown[] = []
  for (let time = 0; time < 4; time += 1) {
    await tick()
    quotas.push((await noted())[0]?.[1])
  }
  expect(quotas).toEqual([2, 2, 3, 3])
  await calls.close()
})

it('a call that has ended is asked no more and forgotten, one that has nothing new or no price keeps back no other', async () => {
  const { call, tick, calls } = begin()
  const asked = { times: 0 }
  const ending = call(growing('a', asked))
  call(() => {
    throw new Error('no price')
  })
  call(() => undefined)
  call(growing('d'))
  await tick(2)
  expect((await noted()).map(([id]) => id)).toEqual(['a', 'd'])
  calls.end(ending)
  await tick(2)
  expect([asked.times, (await noted()).map(([id]) => id)]).toEqual([1, ['d']])
  await calls.close()
})

it('one that ends while others are asked is not noted any more', async () => {
  const { call, tick, calls } = begin()
  let second: RunningCall | undefined
  call(() => {
    if (second !== undefined) calls.end(second)
    return settlement({ requestId: 'a' })
  })
  second = call(growing('b'))
  await tick(2)
  expect((await noted()).map(([id]) => id)).toEqual(['a'])
  await calls.close()
})

it('many are asked in turns, between which others have theirs', async () => {
  const { call, clock, calls } = begin()
  let turns = 0
  const seen: number[] = []
  for (let index = 0; index < 450; index += 1) {
    call(() => {
      seen.push(turns)
      return undefined
    })
  }
  clock.pass(1)
  vi.advanceTimersByTime(500)
  for (; turns < 20; turns += 1) await nextTurn()
  // Whose turn comes first in a round of the event loop is nobody's to say, so that two hundred more are looked at.
  expect([seen.length, seen[199] === seen[0], seen[400] === seen[0]]).toEqual([450, true, false])
  await calls.close()
})

it('a database that takes no note is spoken of once, and what ended meanwhile is forgotten later', async () => {
  const { call, tick, calls, state, lines } = begin()
  const first = call(growing('a'))
  await tick(2)
  state.isRefused = true
  calls.end(first)
  call(growing('b'))
  await tick(4)
  expect(lines.map((line) => JSON.parse(line).level)).toEqual(['warn'])
  state.isRefused = false
  await tick(4)
  expect(lines.map((line) => JSON.parse(line).level)).toEqual(['warn', 'info'])
  expect((await noted()).map(([id]) => id)).toEqual(['b'])
  await calls.close()
})

it('what ended is forgotten when the process ends, and nothing is written after that', async () => {
  const { call, tick, calls, state } = begin()
  const ending = call(growing('a'))
  await tick(2)
  calls.end(ending)
  await calls.close()
  expect(await noted()).toEqual([])
  const { writes } = state
  call(growing('b'))
  await tick(4)
  expect(state.writes).toBe(writes)
})

it('while nothing runs nothing is written', async () => {
  const { tick, calls, state } = begin()
  await tick(4)
  expect(state.writes).toBe(0)
  await calls.close()
})

it.each([
  [20, 93],
  [20.5, 80],
])(
  'the rest of a call is charged where another may have charged it meanwhile: after %s seconds without a word',
  async (seconds, quota) => {
    const { call, tick, calls, clock, state, forgotten } = begin()
    const running = call(growing('a'))
    await tick(2)
    // Another took this process for ended, and charged what it knew of.
    await opened.database.settle([settlement({ requestId: 'a', quota: 7 })])
    state.isRefused = false
    clock.pass(seconds)
    running.settled = settlement({ requestId: 'a', quota: 20 })
    calls.end(running)
    if (quota < 93) await expect.poll(() => forgotten).toEqual([1])
    else await tick()
    expect(await userQuota(opened.database)).toBe(quota)
    await calls.close()
  },
)

it('once what has ended is written nothing more is, until a call begins again', async () => {
  const { call, calls, tick, state } = begin()
  const running = call(growing('a'))
  await tick(2)
  expect(await noted()).toEqual([['a', 1]])
  calls.end(running)
  await tick(2)
  expect(await noted()).toEqual([])
  const { writes } = state
  await tick(4)
  expect(state.writes).toBe(writes)
})
