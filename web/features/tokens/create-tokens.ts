import { type Token, tokens } from '#contract/tokens.ts'
import { call } from '../../lib/api.ts'
import { newTokenBodies, randomSuffix, type TokenFormValues } from './token-form.ts'

/** One call per token, one after the other. What was made before a call failed stays. */
export const createTokens = async (values: TokenFormValues): Promise<{ made: Token[]; failure?: string }> => {
  const made: Token[] = []
  for (const body of newTokenBodies(values, randomSuffix)) {
    try {
      made.push(await call(tokens.create, { body }))
    } catch (error) {
      return { made, failure: error instanceof Error ? error.message : String(error) }
    }
  }
  return { made }
}
