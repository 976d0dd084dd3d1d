import type { JsonObject } from '../json/json.ts'

/** The answer to a request to count tokens, for channels that cannot count themselves. */
export const writeTokenCount = (inputTokens: number): JsonObject => ({ input_tokens: inputTokens })
