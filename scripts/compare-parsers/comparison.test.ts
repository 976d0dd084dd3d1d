import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { answerDifferences } from './answer-difference.ts'
import { readAnswers } from './answer-readings.ts'
import { type Comparison, compareAnswers, compareRequests } from './comparison.ts'
import { wantedDifferences } from './wanted-differences.ts'

const compared: Record<string, (count: number, seed: number) => Promise<Comparison>> = {
  requests: compareRequests,
  answers: compareAnswers,
}

/** The same bytes in every run, and others in each: what the second finds is found again with its seed. */
describe.each([1, randomInt(2 ** 31)])('of some thousand byte strings from the seed %i', (seed) => {
  it.each(Object.keys(compared))('T42 T46: the %s we take are read by others alike', async (kind) => {
    const result = await compared[kind]?.(1250, seed)
    expect(result?.differences.slice(0, 3)).toEqual([])
    // Refusing all of them would be no art.
    expect(result?.taken).toBeGreaterThan(150)
  })
})

it.each(wantedDifferences)('another client refuses $name, and we take it', async ({ name, example }) => {
  const [rounds = []] = await readAnswers([[{ text: example, cuts: [] }]])
  const differences = rounds.flatMap((readings) => answerDifferences(example, readings))
  expect(differences).toEqual([{ found: expect.stringContaining('taken by us alone'), wanted: name }])
})
