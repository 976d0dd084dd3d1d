import { describe, expect, it } from 'vitest'
import { countSteps } from '#testing/counted-steps.ts'
import { toJsonSchema } from './read-schema.ts'
import { cleanSchema } from './schema.ts'

const object = (properties: Record<string, unknown>, rest = {}) => ({ type: 'object', properties, ...rest })

describe("saying a JSON Schema in Google's own language", () => {
  it('drops what that language has no word for, and keeps the rest', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'x',
      title: 'T',
      additionalProperties: false,
      ...object(
        {
          name: { type: 'string', title: 'Name', description: 'who', minLength: 1, default: 'x', format: 'uuid' },
          at: { type: 'string', format: 'date-time' },
          age: { type: 'integer', minimum: 0, exclusiveMaximum: 150, format: 'int32' },
          tags: { type: 'array', items: { type: 'string' }, maxItems: 3, uniqueItems: true },
        },
        { required: ['name', 'gone'] },
      ),
    }
    expect(cleanSchema(schema)).toEqual({
      type: 'OBJECT',
      properties: {
        name: { type: 'STRING', description: 'who', minLength: 1 },
        at: { type: 'STRING', format: 'date-time' },
        age: { type: 'INTEGER', minimum: 0, format: 'int32' },
        tags: { type: 'ARRAY', items: { type: 'STRING' }, maxItems: 3 },
      },
      required: ['name'],
    })
  })

  it.each([
    [{ const: 'a' }, { type: 'STRING', enum: ['a'] }],
    [{ enum: ['a', null] }, { type: 'STRING', enum: ['a'], nullable: true }],
    [
      { type: ['string', 'null'], maxLength: 2 },
      { type: 'STRING', maxLength: 2, nullable: true },
    ],
    [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }] }],
    [
      { oneOf: [{ type: 'string' }, { type: 'null' }], description: 'd' },
      { type: 'STRING', nullable: true, description: 'd' },
    ],
    [
      { anyOf: [{ type: 'number' }, { type: 'boolean' }, { type: 'null' }] },
      { anyOf: [{ type: 'NUMBER' }, { type: 'BOOLEAN' }], nullable: true },
    ],
    [
      { type: 'array', prefixItems: [{ type: 'string' }] },
      { type: 'ARRAY', items: { type: 'STRING' } },
    ],
    [
      { allOf: [object({ a: { type: 'string' } }, { required: ['a'] }), object({ b: { type: 'string' } })] },
      { type: 'OBJECT', properties: { a: { type: 'STRING' }, b: { type: 'STRING' } }, required: ['a'] },
    ],
    [
      { ...object({ a: { type: 'string' } }), anyOf: [{ required: ['a'] }] },
      { type: 'OBJECT', properties: { a: { type: 'STRING' } } },
    ],
  ])('says %j', (given, wanted) => {
    expect(cleanSchema(object({ value: given }))?.properties).toEqual({ value: wanted })
  })

  it('writes definitions out where they are named, also by a path', () => {
    const schema = object(
      { one: { $ref: '#/$defs/a~1b', description: 'beside' }, two: { $ref: '#/properties/one' } },
      { $defs: { 'a/b': { type: 'string' } } },
    )
    expect(cleanSchema(schema)?.properties).toEqual({
      one: { type: 'STRING', description: 'beside' },
      two: { type: 'STRING', description: 'beside' },
    })
  })

  it('stands for no parameters at the top when it names none', () => {
    expect(cleanSchema(object({}, { additionalProperties: true }))).toEqual({ type: 'OBJECT' })
  })

  it.each([
    ['a schema that contains itself', object({ child: { $ref: '#' } })],
    [
      'a definition that contains itself',
      object({ a: { $ref: '#/$defs/n' } }, { $defs: { n: object({ n: { $ref: '#/$defs/n' } }) } }),
    ],
    ['a value of any type', object({ a: {} })],
    ['an object of free keys', object({ a: { type: 'object', additionalProperties: { type: 'string' } } })],
    ['numbers to choose from', object({ a: { type: 'integer', enum: [1, 2] } })],
    ['a list of anything', object({ a: { type: 'array' } })],
    ['a definition that is not there', object({ a: { $ref: '#/$defs/gone' } })],
    ['a definition elsewhere', object({ a: { $ref: 'https://example.com/a' } })],
  ])('does not say %s', (_name, schema) => {
    expect(cleanSchema(schema)).toBeUndefined()
  })

  it('gives up on definitions that grow without end when they are written out', async () => {
    const definitions: Record<string, unknown> = { d0: { type: 'string' } }
    for (let level = 1; level < 60; level += 1) {
      const before = { $ref: `#/$defs/d${level - 1}` }
      definitions[`d${level}`] = object({ a: before, b: before })
    }
    const module = new URL('./schema.ts', import.meta.url)
    type Module = typeof import('./schema.ts')
    const schema = object({ a: { $ref: '#/$defs/d59' } }, { $defs: definitions })
    const { result, steps } = await countSteps(module, schema, ({ cleanSchema }: Module, given) => cleanSchema(given))
    expect(result).toBeUndefined()
    expect(steps).toBeLessThan(1_000_000)
  })
})

it("reads Google's language back as JSON Schema", () => {
  expect(
    toJsonSchema({
      type: 'OBJECT',
      properties: {
        a: { type: 'STRING', nullable: true, enum: ['x'] },
        b: { type: 'ARRAY', items: { type: 'INTEGER', format: 'int64' }, minItems: '2' },
        c: { any_of: [{ type: 'STRING' }, { type: 'NUMBER' }], nullable: true },
      },
      required: ['a'],
      propertyOrdering: ['b', 'a'],
    }),
  ).toEqual({
    type: 'object',
    properties: {
      a: { type: ['string', 'null'], enum: ['x', null] },
      b: { type: 'array', items: { type: 'integer', format: 'int64' }, minItems: 2 },
      c: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
    },
    required: ['a'],
  })
})
