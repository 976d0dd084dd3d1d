import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApplicationError } from '#contract/errors.ts'
import { settlement } from '#testing/rows.ts'
import { latestSecond } from '../log-time.ts'
import { createGroupCommit } from './group-commit.ts'
import { noneKnown, type Settlement } from './settlement.ts'

/** A commit that ends when the test says so. */
const heldCommits = () => {
  const commits: { size: number; end: () => void }[] = []
  const group = createGroupCommit(
    (settlements) =>
      new Promise((resolve) => commits.push({ size: settlements.length, end: () => resolve(noneKnown) })),
  )
  const sizes = () => commits.map(({ size }) => size)
  /** Without time passing: what waits with a clock of its own would move the one that is set. */
  const commitBegins = async (number: number) => {
    for (let turns = 0; commits.length < number && turns < 10; turns += 1) await nextTurn()
    expect(commits).toHaveLength(number)
  }
  return { group, commits, sizes, commitBegins }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('commits a lone call at once, and those that come meanwhile together when the pause is over', async () => {
  const { group, commits, sizes, commitBegins } = heldCommits()
  const first = group.settle([settlement()])
  await commitBegins(1)
  const others = [group.settle([settlement()]), group.settle([settlement(), settlement()])]
  commits[0]?.end()
  await first
  expect(sizes()).toEqual([1])
  vi.advanceTimersByTime(1)
  await commitBegins(2)
  expect(sizes()).toEqual([1, 3])
  commits[1]?.end()
  await Promise.all(others)
})

it('is idle as soon as nothing waits and no commit runs, without waiting for a pause', async () => {
  const { group, commits, commitBegins } = heldCommits()
  await group.idle()
  const settled = group.settle([settlement()])
  let idle = false
  const whenIdle = group.idle().then(() => {
    idle = true
  })
  await commitBegins(1)
  expect(idle).toBe(false)
  commits[0]?.end()
  // No timer fires in this test: what waited for the pause would wait for ever.
  await Promise.all([settled, whenIdle])
  await group.idle()
})

it('is not idle while a call waits for the pause to end', async () => {
  const { group, commits, commitBegins } = heldCommits()
  const first = group.settle([settlement()])
  await commitBegins(1)
  commits[0]?.end()
  await first
  const second = group.settle([settlement()])
  let idle = false
  const whenIdle = group.idle().then(() => {
    idle = true
  })
  await Promise.resolve()
  expect(idle).toBe(false)
  vi.advanceTimersByTime(1)
  await commitBegins(2)
  commits[1]?.end()
  await Promise.all([second, whenIdle])
})

it('takes no more into a commit than a bounded number, but what comes together goes together', async () => {
  const { group, commits, sizes, commitBegins } = heldCommits()
  const first = group.settle([settlement()])
  await commitBegins(1)
  const calls = [...Array.from({ length: 200 }, () => 5), 600, 1].map((size) =>
    group.settle(Array.from({ length: size }, () => settlement())),
  )
  const expected = [1, 510, 490, 600, 1]
  for (let number = 1; number <= expected.length; number += 1) {
    await commitBegins(number)
    commits[number - 1]?.end()
    await vi.advanceTimersByTimeAsync(8)
  }
  await Promise.all([first, ...calls])
  expect(sizes()).toEqual(expected)
})

/** Commits that fail by what is in them. */
const failingCommits = (failure: (settlements: readonly Settlement[]) => Error | undefined) => {
  const tried: string[][] = []
  const group = createGroupCommit(async (settlements) => {
    tried.push(settlements.map(({ requestId }) => requestId))
    const error = failure(settlements)
    if (error !== undefined) throw error
    return noneKnown
  })
  const settle = (...ids: string[]) => group.settle(ids.map((requestId) => settlement({ requestId })))
  return { tried, settle }
}

it('tries one by one the calls of a batch that the engine refuses, so that one takes no other with it', async () => {
  const { tried, settle } = failingCommits((settlements) =>
    settlements.some(({ requestId }) => requestId === 'bad') ? new Error('no such number') : undefined,
  )
  const outcomes = await Promise.allSettled([settle('a'), settle('b', 'bad'), settle('c')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(tried).toEqual([['a', 'b', 'bad', 'c'], ['a'], ['b', 'bad'], ['c']])
})

it('F12: tries nothing again while the database is away, and a lone call only once', async () => {
  const away = failingCommits(() => new ApplicationError('storage_unavailable'))
  const outcomes = await Promise.allSettled([away.settle('a'), away.settle('b'), away.settle('c')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(away.tried).toEqual([['a', 'b', 'c']])

  const refused = failingCommits(() => new Error('no such number'))
  await expect(refused.settle('a')).rejects.toThrow('no such number')
  expect(refused.tried).toEqual([['a']])
})

it('begins no commit beside another, however many calls come meanwhile', async () => {
  const { group, commits, sizes, commitBegins } = heldCommits()
  const first = group.settle([settlement()])
  await commitBegins(1)
  // So many end the pause before its time.
  const others = Array.from({ length: 60 }, () => group.settle([settlement()]))
  for (let turn = 0; turn < 10; turn += 1) await nextTurn()
  expect(sizes()).toEqual([1])
  commits[0]?.end()
  await first
  await commitBegins(2)
  expect(sizes()).toEqual([1, 60])
  commits[1]?.end()
  await Promise.all(others)
})

it.each([
  ['quota', 0.5],
  ['quota', Number.NaN],
  ['createdAt', -1],
  ['createdAt', 0.5],
  ['createdAt', latestSecond + 1],
  ['userId', Number.MAX_SAFE_INTEGER + 1],
  ['tokenId', 0.5],
  ['channelId', Number.NaN],
  ['promptTokens', Number.POSITIVE_INFINITY],
  ['completionTokens', 0.5],
  ['useTime', 0.5],
  ['durationMs', 0.5],
  ['durationMs', -1],
])('a charge whose %s is %d is refused before it reaches the others', async (field, value) => {
  const { group, sizes } = heldCommits()
  await expect(group.settle([settlement(), settlement({ [field]: value })])).rejects.toBeInstanceOf(RangeError)
  await group.idle()
  expect(sizes()).toEqual([])
})
