import type { JsonObject } from '../json/json.ts'

/**
 * The generation a model's name tells, `2.5` or `3`; undefined for names that tell none. The names that always mean
 * the latest model mean the third generation or a later one.
 */
export const generationOf = (model: string): number | undefined => {
  const found = /gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1]
  if (found !== undefined) return Number(found)
  return /gemini-.*latest/.test(model) ? 3 : undefined
}

/** From here on calls in a conversation need a signature, and thinking is asked for by level. */
export const isThirdGeneration = (model: string): boolean => (generationOf(model) ?? 0) >= 3

/** What Google takes in place of a signature on a call that its model did not write. */
export const standInSignature = (model: string): string | undefined =>
  isThirdGeneration(model) ? 'skip_thought_signature_validator' : undefined

export const withoutPrefix = (model: string): string => (model.startsWith('models/') ? model.slice(7) : model)

/** A model in the dialect's own list. */
export const writeModel = (model: string): JsonObject => ({
  name: `models/${model}`,
  displayName: model,
  supportedGenerationMethods: ['generateContent', 'countTokens'],
})

/** The whole list, on one page. */
export const writeModelList = (models: readonly string[]): JsonObject => ({ models: models.map(writeModel) })
