import { amazonModels } from './amazon.ts'
import { anthropicModels } from './anthropic.ts'
import { bytedanceModels } from './bytedance.ts'
import { cohereModels } from './cohere.ts'
import { deepseekModels } from './deepseek.ts'
import { googleModels } from './google.ts'
import { metaModels } from './meta.ts'
import { minimaxModels } from './minimax.ts'
import { mistralModels } from './mistral.ts'
import type { MakerModels, ModelFacts } from './model-facts.ts'
import { moonshotModels } from './moonshot.ts'
import { openaiModels } from './openai.ts'
import { qwenModels } from './qwen.ts'
import { stepfunModels } from './stepfun.ts'
import { xaiModels } from './xai.ts'
import { xiaomiModels } from './xiaomi.ts'
import { zhipuModels } from './zhipu.ts'

export const makersOfModels: readonly MakerModels[] = [
  openaiModels,
  anthropicModels,
  googleModels,
  xaiModels,
  deepseekModels,
  mistralModels,
  qwenModels,
  zhipuModels,
  moonshotModels,
  minimaxModels,
  cohereModels,
  metaModels,
  amazonModels,
  xiaomiModels,
  stepfunModels,
  bytedanceModels,
]

const known: ReadonlyMap<string, ModelFacts> = new Map(
  makersOfModels.flatMap(({ models }) =>
    models.flatMap((facts) => facts.names.split(' ').map((name) => [name, facts] as const)),
  ),
)

/** What is known of a model, by its name or by what stands behind the name of its maker (`maker/model`). */
export const factsOf = (model: string): ModelFacts | undefined =>
  known.get(model) ?? known.get(model.slice(model.lastIndexOf('/') + 1))
