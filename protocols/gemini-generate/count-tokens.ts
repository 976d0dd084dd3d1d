import type { JsonObject } from '../json/json.ts'
import { objectMember } from './fields.ts'

/** What is to be counted: a request to count may hold the whole request one level deeper. */
export const countedRequest = (body: JsonObject): JsonObject => objectMember(body, 'generateContentRequest') ?? body

/** The answer to a request to count tokens, for channels that cannot count themselves. */
export const writeTokenCount = (totalTokens: number): JsonObject => ({ totalTokens })
