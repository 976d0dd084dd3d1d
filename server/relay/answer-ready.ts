import type { JsonObject } from '#protocols/json/json.ts'
import type { Domain } from '../domain/domain.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { allowedModels, missingModel } from './offered-models.ts'
import type { Trace } from './trace.ts'

/** The whole answer to a call by which nothing is asked of a model but to be there; undefined for all others. */
export const readyAnswer = (
  domain: Pick<Domain, 'pool'>,
  caller: Caller,
  { protocol, body, outline: { model } }: Call,
  trace: Trace,
): JsonObject | undefined => {
  if (protocol.ready === undefined) return undefined
  const answer = protocol.ready(body(), Math.floor(trace.now() / 1000))
  if (answer !== undefined && !allowedModels(domain, caller).includes(model)) throw missingModel(domain, caller, model)
  return answer
}
