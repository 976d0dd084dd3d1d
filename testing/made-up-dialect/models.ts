import type { JsonObject } from '#protocols/json/json.ts'

export const writeModel = (model: string): JsonObject => ({ mind: model })

export const writeModelList = (models: readonly string[]): JsonObject => ({ minds: models.map(writeModel) })
