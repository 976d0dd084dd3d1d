import { describe, expect, it } from 'vitest'
import { inputTokens, mostTokens, outputTokens, tokenCount, usageOf, withTools } from './usage.ts'

/** Each class has a digit of its own. */
const usage = usageOf({
  input: 1,
  cacheRead: 20,
  cacheWrite: 300,
  cacheWriteHour: 4000,
  audioInput: 50_000,
  imageInput: 600_000,
  output: 7,
  reasoning: 80,
  audioOutput: 900,
  imageOutput: 1000,
})

describe('the tokens of a usage', () => {
  it('are everything that was read and everything that was written, each class once', () => {
    expect(inputTokens(usage)).toBe(654_321)
    expect(outputTokens(usage)).toBe(1987)
    expect([inputTokens(usageOf({ calls: 3 })), outputTokens(usageOf({ calls: 3 }))]).toEqual([0, 0])
  })

  it('have the calls of tools beside them where there were any', () => {
    expect(withTools(usage, { web_search: 2 })).toEqual({ ...usage, tools: { web_search: 2 } })
    expect(withTools(usage, undefined)).toEqual(usage)
    expect(withTools(undefined, { web_search: 2 })).toBeUndefined()
  })
})

it.each([
  [12, 12],
  ['12', 12],
  [1.9, 1],
  [0.5, 0],
  [0, 0],
  [-0, 0],
  ['', 0],
  [-1, 0],
  ['-1', 0],
  [Number.NaN, 0],
  ['many', 0],
  [null, 0],
  [true, 0],
  [[12], 0],
  [undefined, 0],
  [mostTokens, mostTokens],
  [mostTokens + 1, mostTokens],
  [Number.POSITIVE_INFINITY, mostTokens],
])('a count that an upstream sends as %j is %d tokens', (sent, counted) => {
  expect(tokenCount(sent)).toBe(counted)
})
