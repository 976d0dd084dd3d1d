import type { ChatRequest, ChatTarget, Tool, WebSearch } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, textAt } from '../json/json.ts'
import { answerToolName, freeTextSchema } from './answer-tool.ts'
import { type CacheMarks, createCacheMarks } from './cache-marks.ts'
import { capabilitiesOf, type ModelCapabilities } from './model-capabilities.ts'
import { objectSchema, strictSchema } from './schema.ts'
import { writeMessages } from './write-messages.ts'
import { writeThinking } from './write-thinking.ts'

/** Writes a conversation as this dialect's request, within what the model is known to accept. */
export const writeRequest = (request: ChatRequest, target: ChatTarget): JsonObject => {
  refuseInexpressible(request)
  const model = capabilitiesOf(target.model)
  const marks = createCacheMarks(request)
  const answerTool = model.structuredOutput ? undefined : answerToolOf(request)
  const tools = writeTools(request, model, answerTool, marks)
  const toolChoice = tools.length === 0 ? undefined : writeToolChoice(request, answerTool)
  const forcesTool = toolChoice?.type === 'any' || toolChoice?.type === 'tool'
  if (forcesTool && !model.forcedTools) throw new ProtocolError('tool_choice', 'must be left to this model')
  // An answer that takes a tool cannot do without it.
  const yields = forcesTool && answerTool === undefined && request.reasoning?.enabled === true
  const { thinking, effort, maximumOutput, thinks } = writeThinking(
    request,
    model,
    forcesTool && !yields,
    target.defaultMaximumOutput,
  )
  const system = writeSystem(request, marks)
  const body: JsonObject = { model: target.model, max_tokens: maximumOutput }
  if (system.length > 0) body.system = system
  body.messages = writeMessages(request.messages, marks, target)
  if (tools.length > 0) body.tools = tools
  if (toolChoice !== undefined) body.tool_choice = yields && thinks ? freed(toolChoice) : toolChoice
  if (thinking !== undefined) body.thinking = thinking
  const outputConfig = writeOutputConfig(request, model, effort)
  if (outputConfig !== undefined) body.output_config = outputConfig
  Object.assign(body, thinks ? {} : writeSampling(request, model))
  const stop = request.stop.filter((sequence) => sequence.trim() !== '')
  if (stop.length > 0) body.stop_sequences = stop
  const user = request.user ?? textAt(request.metadata, 'user_id')
  if (user !== undefined) body.metadata = { user_id: user }
  if (request.serviceTier === 'auto') body.service_tier = 'auto'
  if (request.serviceTier === 'default') body.service_tier = 'standard_only'
  if (request.stream) body.stream = true
  return body
}

const refuseInexpressible = (request: ChatRequest): void => {
  if (request.choices > 1) throw new ProtocolError('n', 'must be 1 for this model')
  if (request.modalities.includes('audio')) throw new ProtocolError('modalities', 'must not include audio here')
}

/** Whether an answer in a schema takes a tool: where the client demands one of its own, it gets no such answer. */
const answerToolOf = (request: ChatRequest): { name: string; schema: JsonObject } | undefined => {
  const name = answerToolName(request)
  if (name === undefined || request.outputFormat?.kind !== 'schema') return undefined
  if (request.toolChoice?.kind === 'named' || request.toolChoice?.kind === 'required') return undefined
  const { schema } = request.outputFormat
  if (schema.type !== undefined && schema.type !== 'object') {
    throw new ProtocolError('response_format', 'must describe an object for this model')
  }
  return { name, schema }
}

const writeTools = (
  request: ChatRequest,
  model: ModelCapabilities,
  answerTool: { name: string; schema: JsonObject } | undefined,
  marks: CacheMarks,
): JsonObject[] => {
  const tools = request.tools.map((tool) => writeTool(tool, model, marks))
  if (request.webSearch !== undefined) tools.push(writeWebSearch(request.webSearch))
  if (answerTool !== undefined) {
    const description = 'Gives the final answer. Call it once the answer is known.'
    tools.push({ name: answerTool.name, description, input_schema: objectSchema(answerTool.schema) })
  }
  return tools
}

const writeTool = (tool: Tool, model: ModelCapabilities, marks: CacheMarks): JsonObject => ({
  name: tool.name,
  ...(tool.description === undefined ? {} : { description: tool.description }),
  input_schema: tool.custom === undefined ? objectSchema(tool.parameters) : freeTextSchema,
  ...(tool.strict === true && model.structuredOutput ? { strict: true } : {}),
  ...marks.of(tool.cache),
})

const searchesBySize: Readonly<Record<string, number>> = { low: 1, medium: 5, high: 10 }

const writeWebSearch = ({ contextSize, location }: WebSearch): JsonObject => {
  const uses = contextSize === undefined ? undefined : searchesBySize[contextSize]
  const place = isObject(location?.approximate) ? location.approximate : location
  const told = ['city', 'region', 'country', 'timezone'].flatMap((key) => {
    const value = textAt(place, key)
    return value === undefined ? [] : [[key, value]]
  })
  return {
    type: 'web_search_20250305',
    name: 'web_search',
    ...(uses === undefined ? {} : { max_uses: uses }),
    ...(told.length === 0 ? {} : { user_location: { type: 'approximate', ...Object.fromEntries(told) } }),
  }
}

const writeToolChoice = (request: ChatRequest, answerTool: { name: string } | undefined): JsonObject | undefined => {
  const single = request.parallelTools === false ? { disable_parallel_tool_use: true } : {}
  const choice = request.toolChoice
  if (answerTool !== undefined) {
    const others = request.tools.length > 0 || request.webSearch !== undefined
    return others && choice?.kind !== 'none' ? { type: 'any', ...single } : { type: 'tool', name: answerTool.name }
  }
  switch (choice?.kind) {
    case 'none':
      return { type: 'none' }
    case 'required':
      return { type: 'any', ...single }
    case 'named':
      return { type: 'tool', name: choice.name, ...single }
    case 'auto':
      return { type: 'auto', ...single }
    case undefined:
      return request.parallelTools === false ? { type: 'auto', ...single } : undefined
  }
}

/** Thinking and a tool that must be used exclude each other: where thinking was asked for, the tool is left to the model. */
const freed = ({ type: _, name: __, ...rest }: JsonObject): JsonObject => ({ type: 'auto', ...rest })

const writeSystem = (request: ChatRequest, marks: CacheMarks): JsonObject[] => {
  const blocks: JsonObject[] = request.system
    .filter((part) => part.text !== '')
    .map((part) => ({ type: 'text', text: part.text, ...marks.of(part.cache) }))
  if (request.outputFormat?.kind === 'json') {
    blocks.push({ type: 'text', text: 'Answer with one JSON object and nothing else: no explanation, no code fence.' })
  }
  return blocks
}

const writeOutputConfig = (
  { outputFormat }: ChatRequest,
  model: ModelCapabilities,
  effort: string | undefined,
): JsonObject | undefined => {
  const structured = outputFormat?.kind === 'schema' && model.structuredOutput
  if (!structured && effort === undefined) return undefined
  return {
    ...(effort === undefined ? {} : { effort }),
    ...(structured ? { format: { type: 'json_schema', schema: strictSchema(outputFormat.schema) } } : {}),
  }
}

const writeSampling = ({ temperature, topP, topK }: ChatRequest, model: ModelCapabilities): JsonObject => {
  if (model.sampling === 'none') return {}
  const bothTold = temperature !== undefined && topP !== undefined
  return {
    ...(temperature === undefined ? {} : { temperature: Math.min(1, Math.max(0, temperature)) }),
    ...(topP === undefined || (bothTold && model.sampling === 'one') ? {} : { top_p: topP }),
    ...(topK === undefined ? {} : { top_k: topK }),
  }
}
