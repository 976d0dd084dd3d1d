import type { JsonObject } from '../json/json.ts'
import type { TellsModels, ToldModel } from '../told-model.ts'

/** When a model came to be is not known here; clients want a number all the same. */
const created = 1_626_777_600

/** A model in the dialect's own list. */
export const writeModel = (id: string, tells?: TellsModels): JsonObject => ({
  id,
  object: 'model',
  created,
  owned_by: 'sluice',
  ...(tells && fieldsOf(tells(id))),
})

export const writeModelList = (
  models: readonly string[],
  _query?: URLSearchParams,
  tells?: TellsModels,
): JsonObject => ({
  success: true,
  object: 'list',
  data: models.map((id) => writeModel(id, tells)),
})

/** The further fields that clients of routers in front of many makers read. */
const fieldsOf = ({ context, output, takes, gives, able, price }: ToldModel): JsonObject => ({
  ...(context !== undefined && { context_length: context }),
  ...(takes &&
    gives && {
      architecture: {
        modality: `${takes.join('+')}->${gives.join('+')}`,
        input_modalities: [...takes],
        output_modalities: [...gives],
      },
    }),
  ...(price && {
    pricing: {
      prompt: price.prompt,
      completion: price.completion,
      request: price.request,
      input_cache_read: price.cacheRead,
      input_cache_write: price.cacheWrite,
    },
  }),
  ...(context !== undefined && {
    top_provider: { context_length: context, max_completion_tokens: output ?? null },
  }),
  ...(able && { supported_parameters: able.flatMap((ability) => parametersOf[ability] ?? []) }),
})

/** By which members of a request an ability is asked for. */
const parametersOf: Readonly<Record<string, readonly string[]>> = {
  tools: ['tools', 'tool_choice'],
  reasoning: ['reasoning_effort'],
}
