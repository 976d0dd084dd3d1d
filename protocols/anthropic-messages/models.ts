import type { JsonObject } from '../json/json.ts'

/** When a model came to be is not known here; clients want a time all the same. */
const created = '2021-07-20T08:00:00Z'

/** A model in the dialect's own list. */
export const writeModel = (model: string): JsonObject => ({
  type: 'model',
  id: model,
  display_name: model,
  created_at: created,
})

/** The whole list, on one page. */
export const writeModelList = (models: readonly string[]): JsonObject => ({
  data: models.map(writeModel),
  has_more: false,
  first_id: models[0] ?? null,
  last_id: models.at(-1) ?? null,
})
