import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createWriteBehind } from './write-behind.ts'

const bench = () => {
  const stored = new Map<string, number>()
  const batches: number[] = []
  const failures: unknown[] = []
  const state = { isAway: false }
  const notes = createWriteBehind<{ key: string; value: number }>(
    async (rows) => {
      await nextTurn()
      if (state.isAway) throw new Error('away')
      batches.push(rows.length)
      for (const { key, value } of rows) stored.set(key, value)
    },
    (error) => failures.push(error),
  )
  const note = (values: readonly number[], name = (value: number) => `k${value}`) =>
    notes.note(values.map((value) => [name(value), { key: name(value), value }]))
  return { stored, batches, failures, state, notes, note }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

it('notes that come while others are written go together, in batches', async () => {
  const { stored, batches, note, notes } = bench()
  note([-1])
  for (const value of numbers(1200)) note([value])
  await notes.drain()
  expect([stored.size, batches]).toEqual([1201, [1, 500, 500, 200]])
  expect(notes.find('k7')).toBeUndefined()
})

it('a note that comes when everything is written is written too', async () => {
  const { stored, note, notes } = bench()
  for (const value of [1, 2]) {
    note([value])
    await notes.drain()
  }
  expect([...stored.keys()]).toEqual(['k1', 'k2'])
})

it('a note that takes the place of one that is being written is written too', async () => {
  const { stored, note, notes } = bench()
  note([1], () => 'same')
  note([2], () => 'same')
  expect(notes.find('same')).toMatchObject({ value: 2 })
  await notes.drain()
  expect([...stored]).toEqual([['same', 2]])
})

it('what could not be written waits for the next note, the oldest no longer than there is room', async () => {
  const { stored, failures, state, note, notes } = bench()
  state.isAway = true
  note(numbers(20_001))
  await notes.drain()
  expect([stored.size, failures.length]).toEqual([0, 1])
  expect([notes.find('k0'), notes.find('k1')]).toEqual([undefined, { key: 'k1', value: 1 }])
  state.isAway = false
  note([])
  await notes.drain()
  expect([stored.size, failures.length]).toEqual([20_000, 1])
})

it('whoever forgets a note hears of it when no write can bring it back', async () => {
  const { stored, note, notes } = bench()
  note([1])
  note([2])
  await notes.forget('k1')
  expect([...stored.keys()]).toContain('k1')
  await notes.forget('k2')
  stored.clear()
  await notes.drain()
  expect([...stored.keys()]).toEqual([])
})

it('F12: what could not be written is tried again by itself, and that it fails is said once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { stored, batches, failures, state, note, notes } = bench()
  const pass = async () => {
    vi.runOnlyPendingTimers()
    for (let turns = 0; turns < 5; turns += 1) await nextTurn()
  }
  state.isAway = true
  note([1])
  await notes.drain()
  for (let tries = 0; tries < 3; tries += 1) await pass()
  expect([stored.size, failures.length]).toEqual([0, 1])
  state.isAway = false
  await pass()
  expect([...stored.keys()]).toEqual(['k1'])
  await pass()
  expect(batches).toEqual([1])
})
