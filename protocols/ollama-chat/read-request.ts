import type { ChatRequest, OutputFormat, ReasoningWish, Tool } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import {
  countField,
  flagField,
  largestOutput,
  numberField,
  objectField,
  objectsField,
  pathOf,
  requiredText,
  textField,
} from '../openai-chat/fields.ts'
import { readMessages } from './read-messages.ts'

/** A client's request in the common form. How a model is loaded and run is its upstream's business, and left behind. */
export const readRequest = (body: JsonObject): ChatRequest => ({
  ...readCommon(body),
  ...readMessages(body),
  tools: objectsField(body, 'tools').map((tool, index) => readTool(tool, pathOf('tools', index))),
})

/** What is asked for in the same words of a conversation and of a single prompt. */
export const readCommon = (body: JsonObject): ChatRequest => {
  const options = objectField(body, 'options') ?? {}
  return {
    model: requiredText(body, 'model'),
    // Left away it means a stream.
    stream: flagField(body, 'stream') ?? true,
    system: [],
    messages: [],
    tools: [],
    toolChoice: undefined,
    parallelTools: undefined,
    outputFormat: readFormat(body.format),
    reasoning: readThinking(body.think),
    maximumOutput: readMaximum(options),
    temperature: numberField(options, 'temperature', 'options'),
    topP: numberField(options, 'top_p', 'options'),
    topK: numberField(options, 'top_k', 'options'),
    seed: numberField(options, 'seed', 'options'),
    presencePenalty: numberField(options, 'presence_penalty', 'options'),
    frequencyPenalty: numberField(options, 'frequency_penalty', 'options'),
    logitBias: undefined,
    stop: readStop(options.stop),
    choices: 1,
    logprobs: readLogprobs(body),
    user: undefined,
    metadata: undefined,
    serviceTier: undefined,
    cacheKey: undefined,
    verbosity: undefined,
    webSearch: undefined,
    modalities: [],
    audioOutput: undefined,
  }
}

const readTool = (tool: JsonObject, path: string): Tool => {
  const place = pathOf(path, 'function')
  const made = objectField(tool, 'function', path) ?? {}
  return {
    name: requiredText(made, 'name', place),
    description: textField(made, 'description', place),
    parameters: objectField(made, 'parameters', place),
    strict: undefined,
  }
}

const readFormat = (format: unknown): OutputFormat | undefined => {
  if (format === undefined || format === null || format === '') return undefined
  if (format === 'json') return { kind: 'json' }
  if (!isObject(format)) throw new ProtocolError('format', 'must be "json" or a JSON schema')
  return { kind: 'schema', name: 'answer', schema: format, strict: undefined, description: undefined }
}

const efforts = ['low', 'medium', 'high', 'max'] as const

const readThinking = (wish: unknown): ReasoningWish | undefined => {
  if (wish === undefined || wish === null) return undefined
  const effort = efforts.find((each) => each === wish)
  if (typeof wish !== 'boolean' && effort === undefined) {
    throw new ProtocolError('think', `must be a boolean or one of ${efforts.join(', ')}`)
  }
  return { enabled: wish !== false, effort, budget: undefined, visible: wish !== false }
}

/** Two numbers below nothing mean that there is no limit. */
const readMaximum = (options: JsonObject): number | undefined => {
  const { num_predict: wish } = options
  return wish === -1 || wish === -2 ? undefined : countField(options, 'num_predict', largestOutput, 0, 'options')
}

const readStop = (stop: unknown): string[] => {
  if (stop === undefined || stop === null) return []
  const list: unknown[] = Array.isArray(stop) ? stop : [stop]
  return list.map((each) => {
    if (typeof each !== 'string') throw new ProtocolError('options.stop', 'must be a string or an array of strings')
    return each
  })
}

const readLogprobs = (body: JsonObject): number | undefined =>
  flagField(body, 'logprobs') === true ? (countField(body, 'top_logprobs', mostLogprobs, 0) ?? 0) : undefined

const mostLogprobs = 20 + 1
