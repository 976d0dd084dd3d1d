import { expect, vi } from 'vitest'
import type { TestGateway } from './gateway.ts'
import { patience } from './patience.ts'

/** What counts tokens begins with the first count, which is an estimate where that takes too long: beside other work it may. */
export const whenTokensAreCounted = ({ plane }: TestGateway): Promise<void> =>
  vi.waitFor(async () => {
    expect(await plane.domain.tokenCounter.count('one two three four five', 'openai')).toBe(5)
  }, patience)
