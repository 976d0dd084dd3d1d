import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from '../json/json.ts'

/** Members of a message. Names come in camel case or in snake case and mean the same; null stands for absent. */

export const member = (object: JsonObject, name: string): unknown => {
  const value = object[name] ?? object[snakeCase(name)]
  return value === null ? undefined : value
}

export const textMember = (object: JsonObject, name: string, parent = ''): string | undefined => {
  const value = member(object, name)
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw new ProtocolError(placeOf(parent, name), 'must be a string')
  return value
}

export const flagMember = (object: JsonObject, name: string, parent = ''): boolean | undefined => {
  const value = member(object, name)
  if (value === undefined) return undefined
  if (typeof value !== 'boolean') throw new ProtocolError(placeOf(parent, name), 'must be a boolean')
  return value
}

export const numberMember = (object: JsonObject, name: string, parent = ''): number | undefined => {
  const value = member(object, name)
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new ProtocolError(placeOf(parent, name), 'must be a number')
  }
  return value
}

/** A whole number from `least` up to, but not including, `limit`. */
export const countMember = (object: JsonObject, name: string, least: number, limit: number, parent = '') => {
  const value = member(object, name)
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value >= limit) {
    throw new ProtocolError(placeOf(parent, name), `must be a whole number between ${least} and ${limit - 1}`)
  }
  return value
}

export const objectMember = (object: JsonObject, name: string, parent = ''): JsonObject | undefined => {
  const value = member(object, name)
  if (value === undefined) return undefined
  if (!isObject(value)) throw new ProtocolError(placeOf(parent, name), 'must be an object')
  return value
}

/** A list of objects; one alone may stand without its brackets, as it may at Google's own door. */
export const objectsMember = (object: JsonObject, name: string, parent = ''): readonly JsonObject[] => {
  const value = member(object, name)
  if (value === undefined) return []
  const place = placeOf(parent, name)
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items.map((item, index) => {
    if (isObject(item)) return item
    throw new ProtocolError(Array.isArray(value) ? `${place}[${index}]` : place, 'must be an object')
  })
}

export const textsMember = (object: JsonObject, name: string, parent = ''): readonly string[] => {
  const value = member(object, name)
  if (value === undefined) return []
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw new ProtocolError(placeOf(parent, name), 'must be an array of strings')
  }
  return value
}

/** The items under a name that are objects: for answers, whose shape is not ours to demand. */
export const objectsIn = (object: JsonObject | undefined, name: string): readonly JsonObject[] => {
  const value = object === undefined ? undefined : member(object, name)
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The object under a name, or none. */
export const objectIn = (object: JsonObject | undefined, name: string): JsonObject | undefined => {
  const value = object === undefined ? undefined : member(object, name)
  return isObject(value) ? value : undefined
}

/** The text under a name, or none. */
export const textIn = (object: JsonObject | undefined, name: string): string | undefined => {
  const value = object === undefined ? undefined : member(object, name)
  return typeof value === 'string' ? value : undefined
}

/** Leaves out what is undefined, so that objects can be written as one expression. */
export const withoutUndefined = (members: JsonObject): JsonObject => {
  const kept: JsonObject = {}
  for (const [name, value] of Object.entries(members)) if (value !== undefined) kept[name] = value
  return kept
}

const placeOf = (parent: string, name: string): string => (parent === '' ? name : `${parent}.${name}`)

const snakeNames = new Map<string, string>()

export const snakeCase = (name: string): string => {
  const found = snakeNames.get(name)
  if (found !== undefined) return found
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  snakeNames.set(name, snake)
  return snake
}
