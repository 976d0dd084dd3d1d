import { type NewTokenInput, type Token, tokens } from '#contract/tokens.ts'
import { call } from '../../lib/api.ts'

/** One call per token, one after the other. What was made before a call failed stays. */
export const createTokens = async (bodies: readonly NewTokenInput[]): Promise<{ made: Token[]; error?: unknown }> => {
  const made: Token[] = []
  for (const body of bodies) {
    try {
      made.push(await call(tokens.create, { body }))
    } catch (error) {
      return { made, error }
    }
  }
  return { made }
}
