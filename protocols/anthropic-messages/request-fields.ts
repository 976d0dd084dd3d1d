import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from '../json/json.ts'

/** Members of a client's request: absent, null, or of the right type; anything else names its place. */
export const numberIn = (body: JsonObject, key: string): number | undefined => {
  const value = body[key] ?? undefined
  if (value === undefined) return undefined
  if (typeof value !== 'number') throw new ProtocolError(key, 'must be a number')
  return value
}

export const textIn = (body: JsonObject, key: string, at = key): string | undefined => {
  const value = body[key] ?? undefined
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw new ProtocolError(at, 'must be a string')
  return value
}

export const textOf = (body: JsonObject, key: string, at: string): string => {
  const value = textIn(body, key, at)
  if (value === undefined) throw new ProtocolError(at, 'must be a string')
  return value
}

export const objectIn = (body: JsonObject, key: string, at = key): JsonObject | undefined => {
  const value = body[key] ?? undefined
  if (value === undefined) return undefined
  if (!isObject(value)) throw new ProtocolError(at, 'must be an object')
  return value
}

export const objectsIn = (body: JsonObject, key: string, at = key): readonly JsonObject[] => {
  const value = body[key] ?? undefined
  if (value === undefined) return []
  if (!Array.isArray(value) || !value.every(isObject)) throw new ProtocolError(at, 'must be an array of objects')
  return value
}
