import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { specifiedEntities, specifiedSendings } from '#testing/specified-members.ts'
import { contract } from './index.ts'

/** The names of all members that a schema tells of, at whatever depth. */
const membersIn = (schema: z.ZodMiniType): ReadonlySet<string> => {
  const names = new Set<string>()
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (name, value) => {
    if (name === 'properties') for (const member of Object.keys(value)) names.add(member)
    return value
  })
  return names
}

/** The members of a schema, at whatever depth, that take any number, also one with a fraction. */
const fractionsIn = (schema: z.ZodMiniType): readonly string[] => {
  const names: string[] = []
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (name, value) => {
    if (value?.type === 'number' && value.enum === undefined && value.const === undefined) names.push(name)
    return value
  })
  return names
}

const missingIn = (schema: z.ZodMiniType | undefined, members: readonly string[] = []): string[] => {
  const known = schema === undefined ? new Set() : membersIn(schema)
  return members.filter((member) => !known.has(member))
}

describe('what calls tell of', () => {
  it.each(specifiedEntities.map((entity) => [entity.name, entity] as const))(
    'has every member that the product knows: %s',
    (_name, { schema, members }) => {
      expect(missingIn(schema, members)).toEqual([])
    },
  )
})

describe('what calls take', () => {
  it.each(specifiedSendings.map((call) => [`${call.endpoint.method} ${call.endpoint.path}`, call] as const))(
    'is all that the product sends: %s',
    (_name, { endpoint, query, body }) => {
      expect([missingIn(endpoint.query, query), missingIn(endpoint.body, body)]).toEqual([[], []])
    },
  )
})

it('a fraction is taken by nothing but a balance at a vendor, which may have one', () => {
  const taken = Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).flatMap(([name, { query, body }]) =>
      [query, body]
        .flatMap((schema) => (schema === undefined ? [] : fractionsIn(schema)))
        .map((member) => `${group}.${name}: ${member}`),
    ),
  )
  expect(taken).toEqual(['channels.update: balance'])
})
