import type { JsonObject } from '../json/json.ts'
import { requiredText } from '../openai-chat/fields.ts'
import type { TellsModels, ToldModel } from '../told-model.ts'

/** When a model came to be is not known here; clients want a time all the same. */
const created = '2021-07-20T08:00:00Z'

/** Nothing of the model itself lies here. */
const details = { parent_model: '', format: '', family: '', families: null, parameter_size: '', quantization_level: '' }

/** Clients offer a model for what it says it can. Where nobody knows that of a name its upstream refuses what it cannot. */
const capabilitiesOf = (model: string, { takes, able }: ToldModel): string[] => {
  if (/embed/i.test(model)) return ['embedding']
  if (takes === undefined || able === undefined) return ['completion', 'tools', 'vision']
  return [
    'completion',
    ...(able.includes('tools') ? ['tools'] : []),
    ...(able.includes('reasoning') ? ['thinking'] : []),
    ...(takes.includes('image') ? ['vision'] : []),
  ]
}

/** Clients look for the context under the name that stands here. */
const architecture = { 'general.architecture': 'general' }

/** What is told of one model. */
export const writeModel = (model: string, tells?: TellsModels): JsonObject => {
  const told = tells?.(model) ?? {}
  return {
    modelfile: '',
    parameters: '',
    template: '',
    details,
    model_info: told.context === undefined ? {} : { ...architecture, 'general.context_length': told.context },
    capabilities: capabilitiesOf(model, told),
    modified_at: created,
  }
}

export const writeModelList = (models: readonly string[]): JsonObject => ({
  models: models.map((model) => ({ name: model, model, modified_at: created, size: 0, digest: '', details })),
})

/** The name that is meant by one that is told with the tag of those which have none. */
export const withoutTag = (model: string): string | undefined =>
  model.endsWith(usualTag) ? model.slice(0, -usualTag.length) : undefined

const usualTag = ':latest'

/** The newest version whose calls are answered as it does. Nothing is loaded here, and nothing has to be. */
export const server = { version: { version: '0.12.0' }, loaded: { models: [] } }

/** Older clients call it a name. */
export const nameIn = (body: JsonObject): string =>
  requiredText(body, typeof body.model === 'string' ? 'model' : 'name')
