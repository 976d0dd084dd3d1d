import { expect, it } from 'vitest'
import { countTests, failedTitles, unsteadyTests } from './test-report.ts'

const file = (status: string, ...tests: string[]) => ({
  name: 'one.test.ts',
  status,
  assertionResults: tests.map((test, place) => ({ status: test, fullName: `is ${place}`, failureMessages: [] })),
})

it('counts every test by what became of it', () => {
  const testResults = [file('passed', 'passed', 'skipped', 'passed'), file('failed', 'failed', 'todo')]
  expect(countTests({ testResults }, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 })
})

it('counts a file that did not load as one failure', () => {
  expect(countTests({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  })
})

it('counts a run that failed without saying where as one failure', () => {
  expect(countTests({ testResults: [file('passed', 'passed')] }, 1).failed).toBe(1)
  expect(countTests(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

it('names what failed, and a file that did not load', () => {
  const testResults = [file('failed', 'passed', 'failed'), file('failed', 'passed'), file('passed', 'passed')]
  expect(failedTitles({ testResults })).toEqual(['one.test.ts: is 1', 'one.test.ts'])
  expect(failedTitles(undefined)).toEqual([])
})

it('tells what failed before it passed, and how', () => {
  const steady = file('passed', 'passed').assertionResults
  const failedOnce = { status: 'passed', fullName: 'is late', failureMessages: ['expected 1 to be 2'] }
  const testResults = [{ ...file('passed'), assertionResults: [...steady, failedOnce] }, file('failed', 'failed')]
  expect(unsteadyTests({ testResults })).toEqual(['one.test.ts: is late\nexpected 1 to be 2'])
})
