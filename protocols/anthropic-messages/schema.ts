import { isObject, type JsonObject } from '../json/json.ts'

/**
 * A JSON schema as structured outputs take it: every object closed, `oneOf` as `anyOf`, and the constraints that are
 * not enforced told in the description, where the model reads them.
 */
export const strictSchema = (schema: JsonObject): JsonObject => {
  const strict: JsonObject = {}
  const told: string[] = []
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$schema' || key === '$id' || key === 'additionalProperties') continue
    if (isUnenforced(key, value)) told.push(`${key}: ${JSON.stringify(value)}`)
    else strict[key === 'oneOf' ? 'anyOf' : key] = strictMember(key, value)
  }
  if (told.length > 0) {
    const description = typeof schema.description === 'string' ? `${schema.description} ` : ''
    strict.description = `${description}(${told.join(', ')})`
  }
  if (schema.type === 'object' || isObject(schema.properties)) strict.additionalProperties = false
  return strict
}

/** A tool's parameters: an object at the top, whatever the client's dialect allows besides. */
export const objectSchema = (schema: JsonObject | undefined): JsonObject => {
  if (schema === undefined) return { type: 'object', properties: {} }
  return schema.type === 'object' ? schema : { ...schema, type: 'object' }
}

const unenforced: readonly string[] = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
]

const enforcedFormats: readonly unknown[] = [
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]

const isUnenforced = (key: string, value: unknown): boolean => {
  if (key === 'minItems') return value !== 0 && value !== 1
  if (key === 'format') return !enforcedFormats.includes(value)
  return unenforced.includes(key)
}

const strictMember = (key: string, value: unknown): unknown => {
  switch (key) {
    case 'properties':
    case '$defs':
    case 'definitions':
      return isObject(value) ? strictEach(value) : value
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
      return Array.isArray(value) ? value.map(strictValue) : value
    case 'items':
      return strictValue(value)
    default:
      return value
  }
}

const strictEach = (schemas: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, strictValue(schema)]))

const strictValue = (value: unknown): unknown => (isObject(value) ? strictSchema(value) : value)
