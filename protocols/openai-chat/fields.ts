import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from '../json/json.ts'

/** Members of a client's request: null counts as absent, as clients send it; a wrong type names its place. */

export const pathOf = (parent: string, key: string | number): string => {
  if (typeof key === 'number') return `${parent}[${key}]`
  return parent === '' ? key : `${parent}.${key}`
}

export const textField = (object: JsonObject, key: string, parent = ''): string | undefined => {
  const value = object[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new ProtocolError(pathOf(parent, key), 'must be a string')
  return value
}

export const requiredText = (object: JsonObject, key: string, parent = ''): string => {
  const value = textField(object, key, parent)
  if (value === undefined || value === '') throw new ProtocolError(pathOf(parent, key), 'must be a non-empty string')
  return value
}

export const flagField = (object: JsonObject, key: string, parent = ''): boolean | undefined => {
  const value = object[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'boolean') throw new ProtocolError(pathOf(parent, key), 'must be a boolean')
  return value
}

export const numberField = (object: JsonObject, key: string, parent = ''): number | undefined => {
  const value = object[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new ProtocolError(pathOf(parent, key), 'must be a number')
  }
  return value
}

/** A whole number from `least` up to, but not including, `limit`. */
export const countField = (object: JsonObject, key: string, limit: number, least = 1, parent = '') => {
  const value = object[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value >= limit) {
    throw new ProtocolError(pathOf(parent, key), `must be a whole number between ${least} and ${limit - 1}`)
  }
  return value
}

/** The names that a limit of the answer has. */
export const limitNames = ['max_completion_tokens', 'max_tokens'] as const

/** How many tokens an answer may have at most. Clients of this family say 0 where they mean no limit. */
export const limitField = (body: JsonObject, key: (typeof limitNames)[number], limit: number) =>
  body[key] === 0 ? undefined : countField(body, key, limit)

export const objectField = (object: JsonObject, key: string, parent = ''): JsonObject | undefined => {
  const value = object[key]
  if (value === undefined || value === null) return undefined
  if (!isObject(value)) throw new ProtocolError(pathOf(parent, key), 'must be an object')
  return value
}

const listField = (object: JsonObject, key: string, parent = ''): readonly unknown[] | undefined => {
  const value = object[key]
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) throw new ProtocolError(pathOf(parent, key), 'must be an array')
  return value
}

/** A list whose items are objects. */
export const objectsField = (object: JsonObject, key: string, parent = ''): readonly JsonObject[] =>
  (listField(object, key, parent) ?? []).map((item, index) => {
    if (!isObject(item)) throw new ProtocolError(pathOf(pathOf(parent, key), index), 'must be an object')
    return item
  })

export const largestOutput = 2 ** 30
export const mostChoices = 128 + 1
