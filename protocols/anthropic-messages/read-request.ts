import { hintedAtEnd } from '../cache-hints.ts'
import type { ChatRequest, OutputFormat, ReasoningWish, TextPart, Tool, ToolChoice, WebSearch } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, textAt } from '../json/json.ts'
import type { Effort } from './model-capabilities.ts'
import { readCache, readMessages, readTexts } from './read-messages.ts'
import { outlineRequest } from './request.ts'
import { numberIn, objectIn, objectsIn, textIn, textOf } from './request-fields.ts'
import { unstampedSystem } from './request-stamp.ts'

/** Reads a client's request. Throws a `ProtocolError` naming the field that is wrong or means nothing elsewhere. */
export const readRequest = (body: JsonObject): ChatRequest => {
  const { model, stream, maximumOutput } = outlineRequest(body)
  if (maximumOutput === 0) throw new ProtocolError('max_tokens', 'must not be 0 for this model')
  const { messages, system } = readMessages(objectsIn(body, 'messages'))
  const { tools, webSearch } = readTools(objectsIn(body, 'tools'))
  const choice = objectIn(body, 'tool_choice')
  const metadata = objectIn(body, 'metadata')
  return {
    model,
    stream,
    system: [...readSystem(body), ...system],
    messages: hintedAtEnd(messages, readCache(body).cache),
    tools,
    toolChoice: choice && readToolChoice(choice),
    parallelTools:
      typeof choice?.disable_parallel_tool_use === 'boolean' ? !choice.disable_parallel_tool_use : undefined,
    outputFormat: readOutputFormat(body),
    reasoning: readReasoning(body),
    maximumOutput,
    temperature: numberIn(body, 'temperature'),
    topP: numberIn(body, 'top_p'),
    topK: numberIn(body, 'top_k'),
    seed: undefined,
    presencePenalty: undefined,
    frequencyPenalty: undefined,
    logitBias: undefined,
    stop: readStop(body),
    choices: 1,
    logprobs: undefined,
    user: textAt(metadata, 'user_id'),
    metadata,
    serviceTier: body.service_tier === 'standard_only' ? 'default' : textIn(body, 'service_tier'),
    cacheKey: undefined,
    verbosity: undefined,
    webSearch,
    modalities: [],
    audioOutput: undefined,
  }
}

const readSystem = (body: JsonObject): TextPart[] => {
  const system = unstampedSystem(body) ?? body.system
  if (typeof system === 'string') return [{ type: 'text', text: system }]
  return readTexts(objectsIn({ system }, 'system'), 'system')
}

const readStop = (body: JsonObject): readonly string[] => {
  const value = body.stop_sequences ?? []
  if (!Array.isArray(value) || !value.every((sequence) => typeof sequence === 'string')) {
    throw new ProtocolError('stop_sequences', 'must be an array of strings')
  }
  return value
}

/** Tools that run at Anthropic's side: without them the model answers from what it knows. */
const runThere = /^(?:web_fetch|code_execution|tool_search_tool|advisor|mcp_toolset)/

const readTools = (wire: readonly JsonObject[]): { tools: Tool[]; webSearch: WebSearch | undefined } => {
  const tools: Tool[] = []
  let webSearch: WebSearch | undefined
  for (const [index, tool] of wire.entries()) {
    const field = `tools.${index}`
    const type = textIn(tool, 'type', `${field}.type`)
    if (type === undefined || type === 'custom') tools.push(readTool(tool, field))
    else if (type.startsWith('web_search_')) webSearch = readWebSearch(tool)
    else if (!runThere.test(type)) throw new ProtocolError(`${field}.type`, `${type} is not known to this model`)
  }
  return { tools, webSearch }
}

const readTool = (tool: JsonObject, field: string): Tool => ({
  name: textOf(tool, 'name', `${field}.name`),
  description: textIn(tool, 'description', `${field}.description`),
  parameters: objectIn(tool, 'input_schema', `${field}.input_schema`),
  strict: typeof tool.strict === 'boolean' ? tool.strict : undefined,
  ...readCache(tool),
})

const readWebSearch = (tool: JsonObject): WebSearch => {
  const uses = typeof tool.max_uses === 'number' ? tool.max_uses : undefined
  const contextSize = uses === undefined ? undefined : uses <= 1 ? 'low' : uses <= 5 ? 'medium' : 'high'
  if (!isObject(tool.user_location)) return { contextSize, location: undefined }
  const { type: _, ...approximate } = tool.user_location
  return { contextSize, location: { type: 'approximate', approximate } }
}

const readToolChoice = (choice: JsonObject): ToolChoice => {
  switch (choice.type) {
    case 'auto':
      return { kind: 'auto' }
    case 'none':
      return { kind: 'none' }
    case 'any':
      return { kind: 'required' }
    case 'tool':
      return { kind: 'named', name: textOf(choice, 'name', 'tool_choice.name') }
    default:
      throw new ProtocolError('tool_choice.type', 'must be one of auto, any, tool, none')
  }
}

const readOutputFormat = (body: JsonObject): OutputFormat | undefined => {
  // The older place of the same field, which clients still use.
  const format = objectIn(objectIn(body, 'output_config') ?? {}, 'format') ?? objectIn(body, 'output_format')
  if (format === undefined) return undefined
  const schema = objectIn(format, 'schema', 'output_config.format.schema')
  if (format.type !== 'json_schema' || schema === undefined) {
    throw new ProtocolError('output_config.format', 'must be a json_schema with its schema')
  }
  return { kind: 'schema', name: 'answer', schema, strict: undefined, description: undefined }
}

const efforts: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max']

const readReasoning = (body: JsonObject): ReasoningWish | undefined => {
  const thinking = objectIn(body, 'thinking')
  const told = objectIn(body, 'output_config')?.effort ?? undefined
  const effort = efforts.find((each) => each === told)
  if (told !== undefined && effort === undefined) {
    throw new ProtocolError('output_config.effort', `must be one of ${efforts.join(', ')}`)
  }
  const visible = thinking?.display === 'omitted' ? false : thinking?.display === 'summarized' ? true : undefined
  switch (thinking?.type) {
    case undefined:
      return effort && { enabled: true, effort, budget: undefined, visible }
    case 'enabled':
      // Within a budget thoughts are shown unless they are not to be.
      return { enabled: true, effort, budget: numberIn(thinking, 'budget_tokens'), visible: visible ?? true }
    case 'adaptive':
      return { enabled: true, effort, budget: undefined, visible }
    case 'disabled':
    case 'between_tools':
      return { enabled: false, effort: 'none', budget: undefined, visible }
    default:
      throw new ProtocolError('thinking.type', 'must be one of enabled, adaptive, disabled, between_tools')
  }
}
