import type { ToolCalls } from '#pricing/usage.ts'
import type { JsonObject } from '../json/json.ts'
import { member, objectIn, objectsIn, textIn } from './fields.ts'

/** The calls of the search that an answer, or a piece of one, tells of. */
export const readSearches = (answer: JsonObject): ToolCalls | undefined => {
  let searches = 0
  for (const candidate of objectsIn(answer, 'candidates')) {
    const grounding = objectIn(candidate, 'groundingMetadata')
    if (grounding !== undefined) searches += searchesOf(grounding, textIn(answer, 'modelVersion') ?? '')
  }
  return searches === 0 ? undefined : { google_search: searches }
}

/** Later pieces repeat what earlier ones told: the most counts. */
export const mostSearches = (one: ToolCalls | undefined, other: ToolCalls | undefined): ToolCalls | undefined =>
  (other?.google_search ?? 0) > (one?.google_search ?? 0) ? other : one

/** From the third generation on each query is charged, before that each answer that rests on some. */
const searchesOf = (grounding: JsonObject, model: string): number => {
  const told = member(grounding, 'webSearchQueries')
  const queries = Array.isArray(told)
    ? new Set(told.filter((query) => typeof query === 'string' && query !== ''))
    : noQueries
  const isGrounded = queries.size > 0 || objectsIn(grounding, 'groundingChunks').some((chunk) => objectIn(chunk, 'web'))
  if (!isGrounded) return 0
  return chargesQueries(model) ? Math.max(1, queries.size) : 1
}

const noQueries: ReadonlySet<unknown> = new Set()

const chargesQueries = (model: string): boolean => Number(/gemini-(\d+)/.exec(model)?.[1] ?? 0) >= 3
