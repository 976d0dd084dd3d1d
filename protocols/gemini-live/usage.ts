import type { Usage } from '#pricing/usage.ts'
import { member, objectIn, objectsIn, textIn } from '../gemini-generate/fields.ts'
import { readUsage } from '../gemini-generate/usage.ts'
import type { JsonObject } from '../json/json.ts'

/**
 * What a message tells was used since the last one that told it. The figures are those of answers to one question under
 * other names; films are paid like the pictures that they are made of.
 */
export const readLiveUsage = (message: JsonObject): Usage | undefined => {
  const told = objectIn(message, 'usageMetadata')
  if (told === undefined) return undefined
  return readUsage({
    usageMetadata: {
      ...told,
      candidatesTokenCount: member(told, 'responseTokenCount') ?? member(told, 'candidatesTokenCount'),
      candidatesTokensDetails: detailsIn(told, 'responseTokensDetails', 'candidatesTokensDetails'),
      promptTokensDetails: detailsIn(told, 'promptTokensDetails'),
      cacheTokensDetails: detailsIn(told, 'cacheTokensDetails'),
    },
  })
}

const detailsIn = (told: JsonObject, name: string, otherName = name): JsonObject[] => {
  const own = objectsIn(told, name)
  return (own.length > 0 ? own : objectsIn(told, otherName)).map((entry) =>
    textIn(entry, 'modality') === 'VIDEO' ? { ...entry, modality: 'IMAGE' } : entry,
  )
}
