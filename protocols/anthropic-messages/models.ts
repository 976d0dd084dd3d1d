import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import type { TellsModels, ToldModel } from '../told-model.ts'

/** When a model came to be is not known here; clients want a time all the same. */
const created = '2021-07-20T08:00:00Z'

/** A model in the dialect's own list. */
export const writeModel = (model: string, tells?: TellsModels): JsonObject => ({
  type: 'model',
  id: model,
  display_name: model,
  created_at: created,
  ...(tells && fieldsOf(tells(model))),
})

const fieldsOf = ({ context, output }: ToldModel): JsonObject => ({
  ...(context !== undefined && { max_input_tokens: context }),
  ...(output !== undefined && { max_tokens: output }),
})

/** A page forwards from one model, or backwards from another; the whole list where nobody wants it in pages. */
export const writeModelList = (models: readonly string[], query: URLSearchParams, tells?: TellsModels): JsonObject => {
  const [after, before] = [placeOf(models, query, 'after_id'), placeOf(models, query, 'before_id')]
  const range = models.slice(after === undefined ? 0 : after + 1, before)
  const limit = limitOf(query) ?? range.length
  const page = before === undefined ? range.slice(0, limit) : range.slice(Math.max(0, range.length - limit))
  return {
    data: page.map((model) => writeModel(model, tells)),
    has_more: page.length < range.length,
    first_id: page[0] ?? null,
    last_id: page.at(-1) ?? null,
  }
}

const placeOf = (models: readonly string[], query: URLSearchParams, name: string): number | undefined => {
  const model = query.get(name)
  if (model === null || model === '') return undefined
  const place = models.indexOf(model)
  if (place < 0) throw new ProtocolError(name, 'names no model of the list')
  return place
}

const limitOf = (query: URLSearchParams): number | undefined => {
  const limit = query.get('limit')
  if (limit === null || limit === '') return undefined
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > largestPage) {
    throw new ProtocolError('limit', `must be a whole number between 1 and ${largestPage}`)
  }
  return Number(limit)
}

const largestPage = 1000
