import type { ChatRequest, ChatTarget, OutputFormat, ReasoningWish, Tool, ToolChoice, WebSearch } from '../chat.ts'
import { isObject, type JsonObject, objectAt } from '../json/json.ts'
import { effortOf } from '../reasoning.ts'
import { writeCacheMark } from './write-content.ts'
import { writeMessages } from './write-messages.ts'

/** More stop sequences than this are refused. */
const mostStops = 4
const tiers: ReadonlySet<unknown> = new Set(['auto', 'default', 'flex', 'scale', 'priority', 'fast'])

/**
 * A request as an upstream of this dialect reads it, with all that the common form holds. Which of its members a
 * vendor does not take, or calls by another name, is the vendor's own rule.
 */
export const writeRequest = (request: ChatRequest, target: ChatTarget): JsonObject => {
  const { tools, toolChoice, choices, logprobs, parallelTools } = request
  const body: JsonObject = {
    model: target.model,
    messages: writeMessages(request.system, request.messages, target),
    ...(request.stream ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...(tools.length > 0 ? { tools: tools.map((tool) => writeTool(tool, target.signer === 'anthropic')) } : {}),
    ...(tools.length > 0 && toolChoice !== undefined ? { tool_choice: writeChoice(toolChoice, tools) } : {}),
    ...(tools.length > 0 && parallelTools !== undefined ? { parallel_tool_calls: parallelTools } : {}),
    response_format: request.outputFormat === undefined ? undefined : writeFormat(request.outputFormat),
    reasoning_effort: request.reasoning === undefined ? undefined : writeEffort(request.reasoning),
    max_tokens: request.maximumOutput,
    temperature: request.temperature,
    top_p: request.topP,
    top_k: request.topK,
    seed: request.seed,
    presence_penalty: request.presencePenalty,
    frequency_penalty: request.frequencyPenalty,
    logit_bias: request.logitBias,
    stop: writeStop(request.stop),
    n: choices > 1 ? choices : undefined,
    ...(logprobs === undefined ? {} : { logprobs: true, ...(logprobs > 0 ? { top_logprobs: logprobs } : {}) }),
    user: request.user,
    service_tier: tiers.has(request.serviceTier) ? request.serviceTier : undefined,
    prompt_cache_key: request.cacheKey,
    prompt_cache_retention: request.cacheRetention,
    verbosity: request.verbosity,
    web_search_options: request.webSearch === undefined ? undefined : writeSearch(request.webSearch),
    modalities: request.modalities.length > 0 ? request.modalities : undefined,
    audio: request.audioOutput,
  }
  for (const key of Object.keys(body)) if (body[key] === undefined) delete body[key]
  return body
}

const writeTool = ({ name, description, parameters, strict, custom, cache }: Tool, marks: boolean): JsonObject => {
  const about = { name, ...(description === undefined ? {} : { description }) }
  if (custom !== undefined) {
    return {
      type: 'custom',
      custom: { ...about, ...(custom.format === undefined ? {} : { format: nest(custom.format) }) },
    }
  }
  return {
    type: 'function',
    function: {
      ...about,
      parameters: parameters ?? { type: 'object', properties: {} },
      ...(strict === undefined ? {} : { strict }),
    },
    ...(marks ? writeCacheMark(cache) : {}),
  }
}

/** A grammar stands one level deeper here than in the dialect it may come from. */
const nest = (format: JsonObject): JsonObject => {
  const { type, syntax, definition } = format
  return type === 'grammar' && !isObject(format.grammar) ? { type, grammar: { syntax, definition } } : format
}

const writeChoice = (choice: ToolChoice, tools: readonly Tool[]): unknown => {
  if (choice.kind !== 'named') return choice.kind
  const { name } = choice
  const isCustom = tools.some((tool) => tool.name === name && tool.custom !== undefined)
  return isCustom ? { type: 'custom', custom: { name } } : { type: 'function', function: { name } }
}

const writeFormat = (format: OutputFormat): JsonObject => {
  if (format.kind === 'json') return { type: 'json_object' }
  const { name, schema, strict, description } = format
  return {
    type: 'json_schema',
    json_schema: {
      name,
      ...(description === undefined ? {} : { description }),
      schema,
      ...(strict === undefined ? {} : { strict }),
    },
  }
}

/** A wish without a measure is for a middling one. */
const writeEffort = (wish: ReasoningWish): string => (wish.enabled ? (effortOf(wish) ?? 'medium') : 'none')

const writeStop = (stop: readonly string[]): string | readonly string[] | undefined => {
  if (stop.length === 0) return undefined
  return stop.length === 1 ? stop[0] : stop.slice(0, mostStops)
}

const writeSearch = ({ contextSize, location }: WebSearch): JsonObject => ({
  ...(contextSize === undefined ? {} : { search_context_size: contextSize }),
  ...(location === undefined ? {} : { user_location: nestLocation(location) }),
})

const nestLocation = (location: JsonObject): JsonObject => {
  if (objectAt(location, 'approximate') !== undefined) return location
  const { type: _, ...place } = location
  return { type: 'approximate', approximate: place }
}
