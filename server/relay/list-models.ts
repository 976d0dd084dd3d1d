import { protocolOf } from '#protocols/index.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import type { Domain } from '../domain/domain.ts'
import type { ClientRequest } from '../lib/inbound/plain-request.ts'
import type { Caller } from './authenticate.ts'
import { type Call, inDialect, queryOf } from './call.ts'
import type { RelayEndpoint } from './endpoints.ts'
import { allowedModels, missingModel } from './offered-models.ts'
import { toldModels } from './told-models.ts'

type Live = Pick<Domain, 'pool' | 'prices'>

/** The models the caller may name, in the dialect's own list. */
export const listModels = (domain: Live, caller: Caller, endpoint: RelayEndpoint, request: ClientRequest): JsonObject =>
  inDialect(() => {
    const query = new URLSearchParams(queryOf(request))
    return writerOf(endpoint).writeList(allowedModels(domain, caller), query, toldModels(domain, caller))
  })

/** One of them. */
export const readModel = (
  domain: Live,
  caller: Caller,
  endpoint: RelayEndpoint,
  model = endpoint.parameter,
): JsonObject => {
  const writer = writerOf(endpoint)
  const allowed = allowedModels(domain, caller)
  const found = [model, writer.otherName?.(model)].find((name) => name !== undefined && allowed.includes(name))
  if (found === undefined) throw missingModel(domain, caller, model)
  return writer.write(found, toldModels(domain, caller))
}

/** The other name of the model that is asked for, where nobody serves the first. */
export const withNameMeant = (domain: Live, caller: Caller, call: Call): Call => {
  const { model, otherName } = call.outline
  if (otherName === undefined || allowedModels(domain, caller).includes(model)) return call
  return { ...call, outline: { ...call.outline, model: otherName } }
}

const writerOf = ({ protocol }: RelayEndpoint) => {
  const { models } = protocolOf(protocol)
  if (models === undefined) throw new TypeError(`${protocol} has no list of models`)
  return models
}
