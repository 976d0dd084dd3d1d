import type { ServerResponse } from 'node:http'
import * as z from 'zod'
import { answerJson } from '../answering-upstream.ts'
import {
  type Body,
  joined,
  pieces,
  type Question,
  type Reply,
  refuseUnless,
  replyTo,
  type StrictDialect,
  sealOf,
  stream,
  strictThought,
  strictUsage,
  strictVector,
} from './strict-question.ts'

const name = z.string().regex(/^[A-Za-z_][\w.:-]{0,63}$/)
const members = z.record(z.string(), z.unknown())
const about = { thought: z.boolean().optional(), thoughtSignature: z.string().optional() }
const part = z.union([
  z.strictObject({ ...about, text: z.string() }),
  z.strictObject({
    ...about,
    inlineData: z.strictObject({ mimeType: z.string(), data: z.string().regex(/^[\w+/-]+={0,2}$/) }),
  }),
  z.strictObject({
    ...about,
    functionCall: z.strictObject({ id: z.string().optional(), name, args: members.optional() }),
  }),
  z.strictObject({
    ...about,
    functionResponse: z.strictObject({ id: z.string().optional(), name, response: members }),
  }),
])
const content = z.strictObject({ role: z.enum(['user', 'model']).optional(), parts: z.array(part).min(1) })
const count = z.union([z.number(), z.string()]).optional()
/** The part of OpenAPI that this vendor knows; everything else goes under another name. */
const schema = z.strictObject({
  type: z.string(),
  format: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  nullable: z.boolean().optional(),
  enum: z.array(z.string()).optional(),
  required: z.array(z.string()).optional(),
  propertyOrdering: z.array(z.string()).optional(),
  default: z.unknown().optional(),
  example: z.unknown().optional(),
  pattern: z.string().optional(),
  minItems: count,
  maxItems: count,
  minLength: count,
  maxLength: count,
  minProperties: count,
  maxProperties: count,
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  get properties() {
    return z.record(z.string(), schema).optional()
  },
  get items() {
    return schema.optional()
  },
  get anyOf() {
    return z.array(schema).optional()
  },
})
const jsonSchema = z.looseObject({})
const declaration = z.strictObject({
  name,
  description: z.string().optional(),
  parameters: schema.optional(),
  parametersJsonSchema: jsonSchema.optional(),
})
const request = z.strictObject({
  contents: z.array(content).min(1),
  systemInstruction: content.optional(),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z.array(declaration).min(1).optional(),
        googleSearch: z.strictObject({}).optional(),
      }),
    )
    .optional(),
  toolConfig: z
    .strictObject({
      functionCallingConfig: z
        .strictObject({
          mode: z.enum(['AUTO', 'ANY', 'NONE', 'VALIDATED']).optional(),
          allowedFunctionNames: z.array(name).optional(),
        })
        .optional(),
      includeServerSideToolInvocations: z.boolean().optional(),
    })
    .optional(),
  safetySettings: z.array(z.strictObject({ category: z.string(), threshold: z.string() })).optional(),
  generationConfig: z
    .strictObject({
      candidateCount: z.number().optional(),
      frequencyPenalty: z.number().optional(),
      maxOutputTokens: z.number().min(1).optional(),
      presencePenalty: z.number().optional(),
      responseJsonSchema: jsonSchema.optional(),
      responseMimeType: z.enum(['text/plain', 'application/json']).optional(),
      responseModalities: z.array(z.string()).optional(),
      responseSchema: schema.optional(),
      seed: z.number().optional(),
      stopSequences: z.array(z.string()).max(5).optional(),
      temperature: z.number().min(0).max(2).optional(),
      thinkingConfig: z
        .strictObject({
          includeThoughts: z.boolean().optional(),
          thinkingLevel: z
            .string()
            .regex(/^(?:minimal|low|medium|high)$/i)
            .optional(),
          thinkingBudget: z.number().optional(),
        })
        .optional(),
      topK: z.number().optional(),
      topP: z.number().optional(),
    })
    .optional(),
})
type Request = z.infer<typeof request>
type Part = z.infer<typeof part>

const place = /^\/v1beta\/models\/([^/:]+):(\w+)/

/** Contents, by a vendor whose model wants the seals of its calls back. */
export const strictGemini: StrictDialect = {
  name: 'gemini',
  path: /^\/v1beta\/models\/[^/:]+:(?:generateContent|streamGenerateContent\?alt=sse|batchEmbedContents|embedContent)$/,
  keyOf: (headers) => [headers['x-goog-api-key']].flat()[0],
  modelOf: (path) => place.exec(path)?.[1] ?? '',
  answer: ({ path, body, model }, response) => {
    const act = place.exec(path)?.[2] ?? ''
    if (act.includes('mbedContent')) return answerVectors(body, act, response)
    const asked = request.parse(inCamelCase(body))
    refuseBrokenOrder(asked)
    const reply = replyTo(questionIn(asked))
    const told = asked.generationConfig?.thinkingConfig?.includeThoughts === true
    if (act === 'generateContent') return answerJson(response, 200, answerOf(model, reply, partsOf(reply, told), true))
    return stream(response, framesOf(model, reply, told))
  },
  failure: ({ message: said, status }) => ({
    error: {
      code: status,
      message: said,
      status: { 401: 'UNAUTHENTICATED', 429: 'RESOURCE_EXHAUSTED' }[status] ?? 'INVALID_ARGUMENT',
    },
  }),
  limited: 'You exceeded your current quota, please check your plan and billing details.',
  tooLong: 'The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).',
}

/** This vendor takes members under both spellings; what schemas and calls hold is left as it is. */
const inCamelCase = (value: unknown, key = ''): unknown => {
  if (['args', 'response', 'parametersJsonSchema', 'responseJsonSchema', 'properties'].includes(key)) return value
  if (Array.isArray(value)) return value.map((each) => inCamelCase(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([own, each]) => {
      const camel = own.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      return [camel, inCamelCase(each, camel)]
    }),
  )
}

/** The words stand for a seal where there is none. */
const ownSeals = [sealOf(strictThought), 'skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']
const isWords = (each: Part): boolean => 'text' in each

const refuseBrokenOrder = ({ contents }: Request): void => {
  refuseUnless(contents[0]?.role !== 'model', 'Please ensure that the first turn is of the user')
  const sinceWords = contents.findLastIndex(({ role, parts }) => role !== 'model' && parts.some(isWords))
  for (const [index, { role, parts }] of contents.entries()) {
    const calls = parts.flatMap((each) => ('functionCall' in each ? [each] : []))
    const results = parts.flatMap((each) => ('functionResponse' in each ? [each] : []))
    const before =
      contents[index - 1]?.parts.flatMap((each) => ('functionCall' in each ? [each.functionCall] : [])) ?? []
    refuseUnless(
      results.length === before.length,
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    )
    for (const [position, { functionResponse: result }] of results.entries()) {
      refuseUnless(before[position]?.name === result.name, `no call of ${result.name} at this place`)
    }
    refuseUnless(role === 'model' || calls.length === 0, 'a call in a turn of the user')
    refuseUnless(calls.length === 0 || index < contents.length - 1, 'a call without its response')
    for (const { thoughtSignature: seal } of parts) {
      refuseUnless(seal === undefined || ownSeals.includes(seal), 'Corrupted thought signature.')
    }
    if (role === 'model' && calls.length > 0 && index > sinceWords) {
      refuseUnless(calls[0]?.thoughtSignature !== undefined, 'Function call is missing a thought_signature')
    }
  }
}

const questionIn = (asked: Request): Question => {
  const config = asked.generationConfig ?? {}
  const last = asked.contents.slice(asked.contents.findLastIndex(({ role }) => role === 'model') + 1)
  const parts = last.flatMap((each) => each.parts)
  const calling = asked.toolConfig?.functionCallingConfig
  const [only] = calling?.allowedFunctionNames ?? []
  return {
    system: joined(asked.systemInstruction?.parts.map((each) => ('text' in each ? each.text : '')) ?? []),
    asked: joined(parts.map((each) => ('text' in each ? each.text : undefined))),
    picture: parts.flatMap((each) =>
      'inlineData' in each
        ? [{ type: each.inlineData.mimeType, bytes: Buffer.from(each.inlineData.data, 'base64url').length }]
        : [],
    )[0],
    results: parts.flatMap((each) => ('functionResponse' in each ? [said(each.functionResponse.response)] : [])),
    tools: (asked.tools ?? []).flatMap(({ functionDeclarations = [] }) =>
      functionDeclarations.map((each) => ({ name: each.name, schema: each.parametersJsonSchema ?? each.parameters })),
    ),
    choice: calling?.mode === 'NONE' ? 'none' : calling?.mode !== 'ANY' ? 'auto' : only ? { name: only } : 'any',
    schema:
      config.responseMimeType === 'application/json' ? (config.responseJsonSchema ?? config.responseSchema) : undefined,
    // It always does, and tells it to those who ask.
    thinks: true,
    limit: config.maxOutputTokens,
    stops: config.stopSequences ?? [],
  }
}

/** What came of a function is an object, in which everybody calls the words otherwise. */
const said = (response: Record<string, unknown>): string => String(Object.values(response).at(-1))

const finishes = { stop: 'STOP', stop_sequence: 'STOP', length: 'MAX_TOKENS', tools: 'STOP' }

const partsOf = ({ thought, text, calls }: Reply, told: boolean): Body[] => [
  ...(thought === undefined || !told ? [] : [{ text: thought, thought: true }]),
  ...(text === '' ? [] : [{ text }]),
  ...calls.map((call, index) => ({
    functionCall: { name: call.name, args: call.arguments },
    // The first of several calls is sealed for all of them, thought or not.
    ...(index === 0 ? { thoughtSignature: sealOf(strictThought) } : {}),
  })),
]

const usageMetadata = {
  promptTokenCount: strictUsage.input,
  candidatesTokenCount: strictUsage.output,
  totalTokenCount: strictUsage.input + strictUsage.output,
}

const answerOf = (modelVersion: string, { finish }: Reply, parts: Body[], isLast: boolean) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(isLast ? { finishReason: finishes[finish] } : {}) }],
  usageMetadata,
  modelVersion,
  responseId: 'answer-1',
})

const framesOf = (model: string, reply: Reply, told: boolean): string[] => {
  const cut = partsOf(reply, told).flatMap((each) =>
    typeof each.text === 'string' ? pieces(each.text).map((text) => ({ ...each, text })) : [each],
  )
  return cut.map(
    (each, index) => `data: ${JSON.stringify(answerOf(model, reply, [each], index === cut.length - 1))}\r\n\r\n`,
  )
}

const vector = z.strictObject({
  model: z.string().optional(),
  content: z.strictObject({ role: z.string().optional(), parts: z.array(z.strictObject({ text: z.string() })).min(1) }),
  taskType: z.string().optional(),
  title: z.string().optional(),
  outputDimensionality: z.number().optional(),
})

const answerVectors = (body: Body, act: string, response: ServerResponse): void => {
  if (act === 'embedContent') {
    vector.parse(body)
    answerJson(response, 200, { embedding: { values: strictVector } })
    return
  }
  const asked = z.strictObject({ requests: z.array(vector).min(1) }).parse(body)
  answerJson(response, 200, { embeddings: asked.requests.map(() => ({ values: strictVector })) })
}
