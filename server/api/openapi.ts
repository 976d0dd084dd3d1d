import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { contract } from '#contract/index.ts'

type Schema = { [name: string]: unknown }
export type Operation = { group: string; name: string; endpoint: Endpoint }

/** Every endpoint of the contract, in its order. */
export const operations: readonly Operation[] = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ group, name, endpoint })),
)

/** The whole control plane as an OpenAPI 3.1 document. */
export const openApiDocument = (version: string): Schema => ({
  openapi: '3.1.0',
  info: {
    title: 'Sluice control plane',
    version,
    description:
      'Every answer is wrapped in `success`, `message` and `data`. A refusal by a business rule is status 200 with ' +
      '`success: false` and a stable `code`. A signed-in call names its user in the `New-Api-User` header.',
  },
  tags: Object.keys(contract).map((name) => ({ name })),
  paths: writePaths(),
  components: {
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: 'session' },
      accessToken: { type: 'http', scheme: 'bearer' },
      userId: { type: 'apiKey', in: 'header', name: 'New-Api-User' },
    },
    schemas: {
      Refusal: {
        type: 'object',
        required: ['success', 'message', 'code'],
        properties: {
          success: { const: false },
          message: { type: 'string' },
          code: { type: 'string', enum: Object.keys(errors) },
        },
      },
    },
  },
})

const writePaths = (): Schema => {
  const paths: { [path: string]: Schema } = {}
  for (const operation of operations) {
    const { path, method } = operation.endpoint
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: writeOperation(operation) }
  }
  return paths
}

const writeOperation = ({ group, name, endpoint }: Operation): Schema => ({
  operationId: `${group}.${name}`,
  tags: [group],
  summary: endpoint.summary,
  parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
  ...(endpoint.body && {
    requestBody: { required: true, content: { 'application/json': { schema: inputSchema(endpoint.body) } } },
  }),
  responses: {
    200: {
      description: 'Done, or refused by a business rule',
      content: {
        'application/json': {
          schema: { oneOf: [writeEnvelope(endpoint), { $ref: '#/components/schemas/Refusal' }] },
        },
      },
    },
    ...Object.fromEntries(refusals(endpoint).map(([status, description]) => [status, refusal(description)])),
  },
  security: endpoint.access === 'public' || endpoint.access === 'visitor' ? [] : signedIn,
})

const signedIn = [
  { session: [], userId: [] },
  { accessToken: [], userId: [] },
]

const refusals = ({ access, limit, body }: Endpoint): [number, string][] => [
  ...(body ? ([[400, 'The body is not valid JSON']] satisfies [number, string][]) : []),
  ...(access === 'public' || access === 'visitor'
    ? []
    : ([
        [401, 'Not signed in, or the user-id header is missing or differs'],
        [403, 'Banned, or not allowed'],
      ] satisfies [number, string][])),
  ...(limit ? ([[429, 'Too many requests from this address']] satisfies [number, string][]) : []),
]

const refusal = (description: string): Schema => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})

const writeEnvelope = ({ data, beside }: Endpoint): Schema => {
  const besideSchema = beside && outputSchema(beside)
  return {
    type: 'object',
    required: ['success', 'message'],
    properties: {
      success: { const: true },
      message: { type: 'string' },
      data: outputSchema(data),
      ...(besideSchema && isRecord(besideSchema.properties) ? besideSchema.properties : {}),
    },
  }
}

const parametersOf = (schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Schema[] =>
  schema === undefined
    ? []
    : fieldsOf(inputSchema(schema)).map(({ name, field, required }) => ({
        name,
        in: place,
        required: place === 'path' || required,
        schema: field,
      }))

/** The fields of an object schema, or of several that hold together. */
export const fieldsOf = (schema: Schema): { name: string; field: Schema; required: boolean }[] => {
  if (Array.isArray(schema.allOf)) return schema.allOf.filter(isRecord).flatMap(fieldsOf)
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = isRecord(schema.properties) ? schema.properties : {}
  return Object.entries(properties).map(([name, field]) => ({
    name,
    field: isRecord(field) ? field : {},
    required: required.includes(name),
  }))
}

export const inputSchema = (schema: z.ZodMiniType): Schema => jsonSchema(schema, 'input')
export const outputSchema = (schema: z.ZodMiniType): Schema => jsonSchema(schema, 'output')

const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): Schema => {
  const { $schema, '~standard': _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return plain
}

const isRecord = (value: unknown): value is Schema => typeof value === 'object' && value !== null
