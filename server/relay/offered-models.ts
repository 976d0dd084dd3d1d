import { ApplicationError } from '#contract/errors.ts'
import type { Domain } from '../domain/domain.ts'
import type { Caller } from './authenticate.ts'
import { namesNear } from './near-names.ts'

type Live = Pick<Domain, 'pool'>
type Asker = Pick<Caller, 'group' | 'models' | 'pinnedChannel'>

/** The models that the caller may name: a token with a list of its own shows exactly that list. */
export const allowedModels = ({ pool }: Live, { group, models }: Asker): readonly string[] =>
  models === undefined ? pool.modelsOf([group]) : [...models]

/**
 * Refuses a model that the caller cannot have, and says why. The list of a key counts also where the call has to go to
 * one channel: whoever may pick that himself has none.
 */
export const checkModel = (domain: Live, caller: Asker, model: string): void => {
  const { group, models, pinnedChannel } = caller
  const isServed = pinnedChannel !== undefined || domain.pool.candidates(group, model).length > 0
  if (!isServed || (models !== undefined && !models.has(model))) throw missingModel(domain, caller, model, isServed)
}

/**
 * Programs ask for ever for what may come back, and give up at what never was: so they are told apart. What nobody offers
 * is not there, what others have is not allowed, and only what has no channel just now is worth another try.
 */
export const missingModel = (domain: Live, caller: Asker, model: string, isServed = false): ApplicationError => {
  const { group, models } = caller
  const where = isServed ? 'here' : domain.pool.whereabouts(group, model)
  if (where === undefined) return unknownModel(domain, caller, model)
  if (models !== undefined && !models.has(model)) return new ApplicationError('model_forbidden', { model })
  if (where === 'other_groups') return new ApplicationError('model_not_in_group', { model, group })
  return noChannel(caller, model)
}

export const noChannel = ({ group }: Asker, model: string): ApplicationError =>
  new ApplicationError('channel_none', { model, group, seconds: noChannelSeconds })

/** Channels that were switched off by their failures are tested again after minutes at the soonest. */
const noChannelSeconds = 30

const unknownModel = (domain: Live, caller: Asker, model: string): ApplicationError => {
  const served = new Set(domain.pool.modelsOf([caller.group]))
  const usable = allowedModels(domain, caller).filter((name) => served.has(name))
  const near = namesNear(model, usable)
  const hint = near.length === 0 ? { reason: 'models_listed' } : { reason: 'models_near', near: near.join(', ') }
  return new ApplicationError('model_unknown', { model: model.slice(0, longestShown), ...hint })
}

/** No name of a model is longer, and what is no name need not be read back whole. */
const longestShown = 200
