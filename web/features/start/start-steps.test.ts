import { describe, expect, it } from 'vitest'
import { currentStep, doneSteps, type StartFacts } from './start-steps.ts'

const nothing: StartFacts = { channel: undefined, callable: [], hasToken: false, hasCalled: false }
const tested = { test_time: 1, test_fault: '' }
const at = (facts: Partial<StartFacts>) => currentStep(doneSteps({ ...nothing, ...facts }))

describe('The first hour', () => {
  it('goes on where the data says that it was left', () => {
    expect(at({})).toBe('connect')
    expect(at({ channel: { test_time: 0, test_fault: '' } })).toBe('test')
    expect(at({ channel: { test_time: 1, test_fault: 'HTTP 401' } })).toBe('test')
    expect(at({ channel: tested })).toBe('prices')
    expect(at({ channel: tested, callable: ['one'] })).toBe('token')
    expect(at({ channel: tested, callable: ['one'], hasToken: true })).toBe('call')
  })

  it('is over with the first call, whatever was left out', () => {
    expect(at({ hasCalled: true })).toBeUndefined()
  })
})
