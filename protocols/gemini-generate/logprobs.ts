import type { JsonObject } from '../json/json.ts'
import { member, objectIn, objectsIn, textIn } from './fields.ts'

/** The probabilities of a candidate's tokens in the common shape; undefined when it tells none. */
export const readLogprobs = (candidate: JsonObject): JsonObject[] | undefined => {
  const result = objectIn(candidate, 'logprobsResult')
  if (result === undefined) return undefined
  const top = objectsIn(result, 'topCandidates')
  return objectsIn(result, 'chosenCandidates').map((chosen, index) => ({
    ...readToken(chosen),
    top_logprobs: objectsIn(top[index], 'candidates').map(readToken),
  }))
}

export const writeLogprobs = (tokens: readonly JsonObject[]): JsonObject => ({
  chosenCandidates: tokens.map(writeToken),
  topCandidates: tokens.map((token) => ({ candidates: objectsIn(token, 'top_logprobs').map(writeToken) })),
})

const readToken = (candidate: JsonObject): JsonObject => {
  const token = textIn(candidate, 'token') ?? ''
  const logprob = member(candidate, 'logProbability')
  return { token, logprob: typeof logprob === 'number' ? logprob : 0, bytes: [...Buffer.from(token)] }
}

const writeToken = (token: JsonObject): JsonObject => ({ token: token.token, logProbability: token.logprob })
