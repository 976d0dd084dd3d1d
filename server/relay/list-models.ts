import { ApplicationError } from '#contract/errors.ts'
import type { Domain } from '../domain/domain.ts'
import type { Caller } from './authenticate.ts'

/** The models the caller may name, in the dialect's own list. */
export const listModels = (domain: Domain, caller: Caller) => ({
  success: true,
  object: 'list',
  data: allowedModels(domain, caller).map(modelCard),
})

export const readModel = (domain: Domain, caller: Caller, model: string) => {
  if (!allowedModels(domain, caller).includes(model)) throw new ApplicationError('model_unknown', { model })
  return modelCard(model)
}

/** A token with a list of its own shows exactly that list. */
const allowedModels = (domain: Domain, caller: Caller): readonly string[] =>
  caller.models === undefined ? domain.pool.modelsOf([caller.group]) : [...caller.models]

/** When a model came to be is not known here; clients want a number all the same. */
const created = 1_626_777_600

const modelCard = (id: string) => ({ id, object: 'model', created, owned_by: 'sluice' })
