import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from '../json/json.ts'

/** Fields of a client's request. `null` stands for absent everywhere, as clients send it. */

export const textField = (body: JsonObject, key: string, place = key): string | undefined => {
  const value = body[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new ProtocolError(place, 'must be a string')
  return value
}

export const requiredText = (body: JsonObject, key: string, place = key): string => {
  const value = textField(body, key, place)
  if (value === undefined || value === '') throw new ProtocolError(place, 'must be a non-empty string')
  return value
}

export const flagField = (body: JsonObject, key: string, place = key): boolean | undefined => {
  const value = body[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'boolean') throw new ProtocolError(place, 'must be a boolean')
  return value
}

export const numberField = (body: JsonObject, key: string, least: number, most: number): number | undefined => {
  const value = body[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !(value >= least && value <= most)) {
    throw new ProtocolError(key, `must be a number between ${least} and ${most}`)
  }
  return value
}

export const countField = (body: JsonObject, key: string, least: number, most: number): number | undefined => {
  const value = numberField(body, key, least, most)
  if (value !== undefined && !Number.isInteger(value)) throw new ProtocolError(key, 'must be a whole number')
  return value
}

const largestOutput = 2 ** 30

/** How many tokens an answer may have at most. Clients of this family say 0 where they mean no limit. */
export const limitField = (body: JsonObject): number | undefined =>
  body.max_output_tokens === 0 ? undefined : countField(body, 'max_output_tokens', 1, largestOutput - 1)

export const objectField = (body: JsonObject, key: string, place = key): JsonObject | undefined => {
  const value = body[key]
  if (value === undefined || value === null) return undefined
  if (!isObject(value)) throw new ProtocolError(place, 'must be an object')
  return value
}

export const listField = (body: JsonObject, key: string, place = key): readonly unknown[] => {
  const value = body[key]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new ProtocolError(place, 'must be an array')
  return value
}

/** Members that are undefined are left out, so that objects can be written as one expression. */
export const withoutUndefined = (members: JsonObject): JsonObject => {
  const kept: JsonObject = {}
  for (const [key, value] of Object.entries(members)) if (value !== undefined) kept[key] = value
  return kept
}
