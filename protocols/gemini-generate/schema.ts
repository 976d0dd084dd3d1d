import { isObject, type JsonObject } from '../json/json.ts'

/**
 * A JSON Schema in Google's own, smaller language of schemas; undefined when it cannot be said there (schemas that
 * contain themselves, values of any type, objects of free keys, numbers to choose from): such a schema goes as it is,
 * in the field for JSON Schema that newer models read.
 */
export const cleanSchema = (schema: JsonObject): JsonObject | undefined => {
  try {
    return clean(schema, { root: schema, open: [], left: mostNodes })
  } catch (error) {
    if (error instanceof Unsayable) return undefined
    throw error
  }
}

/** A JSON Schema for the field that takes one: without the mark of its own version, which is refused. */
export const plainSchema = (schema: JsonObject): JsonObject => {
  const { $schema: _, ...rest } = schema
  return rest
}

class Unsayable extends Error {
  override readonly name = 'Unsayable'
}

/** Definitions that refer to others twice over grow without end when they are written out. */
const mostNodes = 5000

type Walk = { root: JsonObject; open: readonly string[]; left: number }

/** What may stand beside each type; whatever else a schema says is not told. */
const members: Readonly<Record<string, readonly string[]>> = {
  string: ['enum', 'minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
}

const formats: Readonly<Record<string, readonly string[]>> = {
  string: ['enum', 'date-time'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
}

const clean = (schema: unknown, walk: Walk): JsonObject => {
  walk.left -= 1
  if (!isObject(schema) || walk.left < 0) throw new Unsayable()
  if (typeof schema.$ref === 'string') return cleanReference(schema, schema.$ref, walk)
  if (Array.isArray(schema.allOf)) return clean(merged(schema, schema.allOf, walk), walk)
  const described = typeof schema.description === 'string' ? { description: schema.description } : {}
  const choices = alternatives(schema)
  if (choices !== undefined) return { ...cleanChoices(choices, walk), ...described }
  return { ...cleanTyped(schema, walk), ...described }
}

const cleanReference = (schema: JsonObject, reference: string, walk: Walk): JsonObject => {
  if (walk.open.includes(reference)) throw new Unsayable()
  const { $ref: _, ...beside } = schema
  const inner = { root: walk.root, open: [...walk.open, reference], left: walk.left }
  const found = clean({ ...resolve(walk.root, reference), ...beside }, inner)
  walk.left = inner.left
  return found
}

const resolve = (root: JsonObject, reference: string): JsonObject => {
  if (!reference.startsWith('#')) throw new Unsayable()
  let found: unknown = root
  for (const step of reference.slice(1).split('/').slice(1)) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined
  }
  if (!isObject(found)) throw new Unsayable()
  return found
}

/** All of several schemas at once: their properties and demands together, the rest from the last that says it. */
const merged = ({ allOf: _, ...schema }: JsonObject, parts: readonly unknown[], walk: Walk): JsonObject => {
  let whole: JsonObject = schema
  for (const part of parts) {
    if (!isObject(part)) throw new Unsayable()
    if (typeof part.$ref === 'string' && walk.open.includes(part.$ref)) throw new Unsayable()
    whole = both(whole, typeof part.$ref === 'string' ? resolve(walk.root, part.$ref) : part)
  }
  return whole
}

const both = (one: JsonObject, other: JsonObject): JsonObject => {
  const properties = {
    ...(isObject(one.properties) ? one.properties : {}),
    ...(isObject(other.properties) ? other.properties : {}),
  }
  const required = [...new Set([...textsOf(one.required), ...textsOf(other.required)])]
  return {
    ...other,
    ...one,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  }
}

/** Several types to choose from, however they are said; undefined when there is one only. */
const alternatives = (schema: JsonObject): readonly unknown[] | undefined => {
  const { anyOf, oneOf, type, description: _, ...shared } = schema
  const listed = anyOf ?? oneOf
  if (Array.isArray(listed)) {
    // A list that only says which properties must come together holds no types: it is not told.
    const typed = listed.filter((each) => !isDemandOnly(each))
    const outer = type === undefined ? {} : { type }
    if (typed.length > 0) {
      return typed.map((each) => {
        if (!isObject(each)) return each
        return isObject(shared.properties) ? both(each, { ...outer, ...shared }) : { ...outer, ...each }
      })
    }
  }
  return Array.isArray(type) && type.length > 1 ? type.map((each) => ({ ...shared, type: each })) : undefined
}

const isDemandOnly = (schema: unknown): boolean =>
  isObject(schema) &&
  Object.keys(schema).every((name) => name === 'required' || name === 'not' || name === 'description')

const cleanChoices = (choices: readonly unknown[], walk: Walk): JsonObject => {
  const others = choices.filter((choice) => !isNull(choice))
  const nullable = others.length < choices.length ? { nullable: true } : {}
  const [only, ...more] = others
  if (more.length === 0) return { ...clean(only, walk), ...nullable }
  return { anyOf: others.map((choice) => clean(choice, walk)), ...nullable }
}

const isNull = (schema: unknown): boolean => isObject(schema) && (schema.type === 'null' || schema.const === null)

const cleanTyped = (schema: JsonObject, walk: Walk): JsonObject => {
  const values = valuesOf(schema)
  const type = typeOf(schema, values)
  const written: JsonObject = { type: type.toUpperCase() }
  for (const name of members[type] ?? []) if (schema[name] !== undefined) written[name] = schema[name]
  if (typeof schema.format === 'string' && formats[type]?.includes(schema.format) === true)
    written.format = schema.format
  if (values !== undefined) {
    const texts = values.filter((value) => value !== null)
    if (type !== 'string' || !texts.every((value) => typeof value === 'string')) throw new Unsayable()
    written.enum = texts
    if (texts.length < values.length) written.nullable = true
  }
  if (schema.nullable === true) written.nullable = true
  if (type === 'array') written.items = clean(itemsOf(schema), walk)
  if (type === 'object') Object.assign(written, cleanProperties(schema, walk))
  return written
}

const valuesOf = (schema: JsonObject): readonly unknown[] | undefined => {
  if (schema.const !== undefined) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum : undefined
}

const typeOf = (schema: JsonObject, values: readonly unknown[] | undefined): string => {
  const told = Array.isArray(schema.type) ? schema.type[0] : schema.type
  const type = typeof told === 'string' ? told.toLowerCase() : undefined
  if (type !== undefined && members[type] !== undefined) return type
  if (isObject(schema.properties)) return 'object'
  if (schema.items !== undefined || schema.prefixItems !== undefined) return 'array'
  if (values?.some((value) => typeof value === 'string') === true) return 'string'
  throw new Unsayable()
}

const itemsOf = (schema: JsonObject): unknown => {
  const items = schema.prefixItems ?? schema.items
  return Array.isArray(items) ? (items.length === 1 ? items[0] : { anyOf: items }) : items
}

const cleanProperties = (schema: JsonObject, walk: Walk): JsonObject => {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : []
  // An object without named properties is refused everywhere but at the top, where it stands for no parameters.
  if (properties.length === 0) {
    if (schema === walk.root) return {}
    throw new Unsayable()
  }
  const names = properties.map(([name]) => name)
  const required = textsOf(schema.required).filter((name) => names.includes(name))
  return {
    properties: Object.fromEntries(properties.map(([name, value]) => [name, clean(value, walk)])),
    ...(required.length === 0 ? {} : { required }),
  }
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
