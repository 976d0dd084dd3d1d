import { expect, it } from 'vitest'
import { runSome, withResult } from './model-tests.ts'

it('runs a few at a time, in order, and stops when told', async () => {
  const begun: number[] = []
  const ends: (() => void)[] = []
  let isStopped = false
  const run = (item: number) =>
    new Promise<void>((resolve) => {
      begun.push(item)
      ends.push(resolve)
    })
  const whole = runSome([1, 2, 3, 4, 5], 2, run, () => isStopped)
  expect(begun).toEqual([1, 2])
  ends[1]?.()
  await Promise.resolve()
  expect(begun).toEqual([1, 2, 3])
  isStopped = true
  ends[0]?.()
  ends[2]?.()
  await whole
  expect(begun).toEqual([1, 2, 3])
})

it('changes the results of the models named and leaves the other rows alone', () => {
  const before = [
    { model: 'one', result: { kind: 'untested' } as const },
    { model: 'two', result: { kind: 'untested' } as const },
  ]
  const after = withResult(before, ['two'], { kind: 'passed', seconds: 1, answer: '' })
  expect(after[0]).toBe(before[0])
  expect(after[1]).toEqual({ model: 'two', result: { kind: 'passed', seconds: 1, answer: '' } })
})
