import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import type { TellsModels, ToldModel } from '../told-model.ts'

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
export const writeModel = (model: string, tells?: TellsModels): JsonObject => ({
  name: `models/${model}`,
  displayName: model,
  supportedGenerationMethods: ['generateContent', 'countTokens'],
  ...(tells && fieldsOf(tells(model))),
})

const fieldsOf = ({ context, output, able }: ToldModel): JsonObject => ({
  ...(context !== undefined && { inputTokenLimit: context }),
  ...(output !== undefined && { outputTokenLimit: output }),
  ...(able && { thinking: able.includes('reasoning') }),
})

/** A page of the list, and where the next one begins; the whole list where nobody wants it in pages. */
export const writeModelList = (models: readonly string[], query: URLSearchParams, tells?: TellsModels): JsonObject => {
  const start = startOf(models, query.get('pageToken') ?? query.get('page_token') ?? '')
  const end = start + (sizeOf(query.get('pageSize') ?? query.get('page_size') ?? '') ?? models.length)
  const last = models[end - 1]
  return {
    models: models.slice(start, end).map((model) => writeModel(model, tells)),
    ...(end < models.length && last !== undefined ? { nextPageToken: Buffer.from(last).toString('base64url') } : {}),
  }
}

/** Behind the model that the page before ended with. */
const startOf = (models: readonly string[], token: string): number => {
  if (token === '') return 0
  const place = models.indexOf(Buffer.from(token, 'base64url').toString())
  if (place < 0) throw new ProtocolError('pageToken', 'is none of this list')
  return place + 1
}

/** Nothing is the usual size; more than the largest is the largest. */
const sizeOf = (size: string): number | undefined => {
  if (size === '' || size === '0') return undefined
  if (!/^\d{1,9}$/.test(size)) throw new ProtocolError('pageSize', 'must be a whole number, and not below 0')
  return Math.min(Number(size), largestPage)
}

const largestPage = 1000
