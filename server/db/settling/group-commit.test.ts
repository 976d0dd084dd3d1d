import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { settlement } from '#testing/rows.ts'
import { createGroupCommit } from './group-commit.ts'

/** A commit that ends when the test says so. */
const heldCommits = () => {
  const commits: { size: number; end: () => void }[] = []
  const group = createGroupCommit(
    (settlements) => new Promise((resolve) => commits.push({ size: settlements.length, end: resolve })),
  )
  const sizes = () => commits.map(({ size }) => size)
  const commitBegins = (number: number) => vi.waitUntil(() => commits.length === number)
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
