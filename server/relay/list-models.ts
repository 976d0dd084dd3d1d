import { protocolOf } from '#protocols/index.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import type { Domain } from '../domain/domain.ts'
import type { Caller } from './authenticate.ts'
import type { RelayEndpoint } from './endpoints.ts'
import { allowedModels, missingModel } from './offered-models.ts'

type Live = Pick<Domain, 'pool'>

/** The models the caller may name, in the dialect's own list. */
export const listModels = (domain: Live, caller: Caller, endpoint: RelayEndpoint): JsonObject =>
  writerOf(endpoint).writeList(allowedModels(domain, caller))

/** One of them. */
export const readModel = (domain: Live, caller: Caller, endpoint: RelayEndpoint): JsonObject => {
  const model = endpoint.parameter
  if (!allowedModels(domain, caller).includes(model)) throw missingModel(domain, caller, model)
  return writerOf(endpoint).write(model)
}

const writerOf = ({ protocol }: RelayEndpoint) => {
  const { models } = protocolOf(protocol)
  if (models === undefined) throw new TypeError(`${protocol} has no list of models`)
  return models
}
