import type { JsonObject } from '../json/json.ts'

/** When a model came to be is not known here; clients want a number all the same. */
const created = 1_626_777_600

/** A model in the dialect's own list. */
export const writeModel = (id: string): JsonObject => ({ id, object: 'model', created, owned_by: 'sluice' })

export const writeModelList = (models: readonly string[]): JsonObject => ({
  success: true,
  object: 'list',
  data: models.map(writeModel),
})
