import { isObject, type JsonObject } from '../json/json.ts'
import { member } from './fields.ts'

/** Members that hold schemas, and what holds them. */
const lists = ['anyOf']
const single = ['items']

/** Members that Google writes as text because they are 64 bits wide. */
const counts = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties']
const plain = ['title', 'description', 'enum', 'format', 'pattern', 'default', 'minimum', 'maximum', 'required']

/** Google's own kind of schema as JSON Schema: types in small letters, `nullable` as one more type. */
export const toJsonSchema = (schema: JsonObject): JsonObject => {
  const written: JsonObject = {}
  const type = member(schema, 'type')
  if (typeof type === 'string' && type !== 'TYPE_UNSPECIFIED') written.type = type.toLowerCase()
  else if (Array.isArray(type)) written.type = type
  for (const name of plain) {
    const value = member(schema, name)
    if (value !== undefined) written[name] = value
  }
  for (const name of counts) {
    const value = member(schema, name)
    if (value !== undefined) written[name] = Number(value)
  }
  for (const name of single) {
    const value = member(schema, name)
    if (isObject(value)) written[name] = toJsonSchema(value)
  }
  for (const name of lists) {
    const value = member(schema, name)
    if (Array.isArray(value)) written[name] = value.filter(isObject).map(toJsonSchema)
  }
  const properties = member(schema, 'properties')
  if (isObject(properties)) written.properties = mapProperties(properties)
  return member(schema, 'nullable') === true ? nullable(written) : written
}

const mapProperties = (properties: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, isObject(value) ? toJsonSchema(value) : value]),
  )

const nullable = (schema: JsonObject): JsonObject => {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  if (typeof schema.type !== 'string') return schema
  const withNull = { ...schema, type: [schema.type, 'null'] }
  return Array.isArray(schema.enum) ? { ...withNull, enum: [...schema.enum, null] } : withNull
}
