import type { ChatRequest, OutputFormat, ReasoningWish } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import {
  countField,
  flagField,
  limitField,
  listField,
  numberField,
  objectField,
  requiredText,
  textField,
} from './fields.ts'
import { readInput } from './read-input.ts'
import { readTools } from './read-tools.ts'

/** Reads a request for an upstream of another dialect, which keeps nothing between calls. */
export const readRequest = (body: JsonObject): ChatRequest => {
  refuseState(body)
  const { tools, toolChoice, webSearch } = readTools(body)
  const text = objectField(body, 'text') ?? {}
  return {
    model: requiredText(body, 'model'),
    stream: flagField(body, 'stream') ?? false,
    ...readInput(body.input, textField(body, 'instructions')),
    tools,
    toolChoice,
    parallelTools: flagField(body, 'parallel_tool_calls'),
    outputFormat: readFormat(objectField(text, 'format', 'text.format')),
    reasoning: readReasoning(objectField(body, 'reasoning')),
    maximumOutput: limitField(body),
    temperature: numberField(body, 'temperature', 0, 2),
    topP: numberField(body, 'top_p', 0, 1),
    topK: undefined,
    seed: undefined,
    presencePenalty: undefined,
    frequencyPenalty: undefined,
    logitBias: undefined,
    stop: [],
    choices: 1,
    logprobs: readLogprobs(body),
    user: textField(body, 'user') ?? textField(body, 'safety_identifier'),
    metadata: objectField(body, 'metadata'),
    serviceTier: textField(body, 'service_tier'),
    cacheKey: textField(body, 'prompt_cache_key'),
    cacheRetention: textField(body, 'prompt_cache_retention'),
    verbosity: textField(text, 'verbosity', 'text.verbosity'),
    webSearch,
    modalities: [],
    audioOutput: undefined,
  }
}

/** What rests on something the upstream keeps or does by itself cannot be done elsewhere. */
const stateful = ['previous_response_id', 'conversation', 'prompt', 'context_management', 'moderation'] as const

const refuseState = (body: JsonObject): void => {
  for (const key of stateful) {
    const value = body[key]
    const isEmpty = Array.isArray(value) && value.length === 0
    if (value === undefined || value === null || isEmpty) continue
    throw new ProtocolError(key, 'is not supported by the model that was asked for')
  }
  if (flagField(body, 'background') === true) {
    throw new ProtocolError('background', 'is not supported by the model that was asked for')
  }
}

const readFormat = (format: JsonObject | undefined): OutputFormat | undefined => {
  if (format === undefined) return undefined
  switch (format.type) {
    case 'text':
      return undefined
    case 'json_object':
      return { kind: 'json' }
    case 'json_schema': {
      const schema = objectField(format, 'schema', 'text.format.schema')
      if (schema === undefined) throw new ProtocolError('text.format.schema', 'must be an object')
      return {
        kind: 'schema',
        name: requiredText(format, 'name', 'text.format.name'),
        schema,
        strict: flagField(format, 'strict', 'text.format.strict'),
        description: textField(format, 'description', 'text.format.description'),
      }
    }
    default:
      throw new ProtocolError('text.format.type', 'must be text, json_object or json_schema')
  }
}

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

const readReasoning = (wish: JsonObject | undefined): ReasoningWish | undefined => {
  if (wish === undefined) return undefined
  const told = textField(wish, 'effort', 'reasoning.effort')
  const effort = efforts.find((each) => each === told)
  if (told !== undefined && effort === undefined) {
    throw new ProtocolError('reasoning.effort', `must be one of ${efforts.join(', ')}`)
  }
  const summary =
    textField(wish, 'summary', 'reasoning.summary') ?? textField(wish, 'generate_summary', 'reasoning.generate_summary')
  if (effort === undefined && summary === undefined) return undefined
  return { enabled: effort !== 'none', effort, budget: undefined, visible: summary === undefined ? undefined : true }
}

const readLogprobs = (body: JsonObject): number | undefined => {
  const count = countField(body, 'top_logprobs', 0, 20)
  const asked = listField(body, 'include').includes('message.output_text.logprobs')
  return asked || (count ?? 0) > 0 ? (count ?? 0) : undefined
}
