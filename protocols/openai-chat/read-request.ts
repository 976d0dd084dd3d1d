import type { ChatRequest, OutputFormat } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, objectAt } from '../json/json.ts'
import {
  countField,
  flagField,
  largestOutput,
  limitField,
  mostChoices,
  numberField,
  objectField,
  requiredText,
  textField,
} from './fields.ts'
import { readMessages } from './read-messages.ts'
import { readReasoningWish } from './read-reasoning.ts'
import { readToolSet } from './read-tools.ts'

/** A client's request in the common form. What no other dialect has a word for is left behind. */
export const readRequest = (body: JsonObject): ChatRequest => {
  const { system, messages } = readMessages(body)
  const { tools, toolChoice, webSearch } = readToolSet(body)
  return {
    model: textField(body, 'model') ?? '',
    stream: flagField(body, 'stream') ?? false,
    system,
    messages,
    tools,
    toolChoice,
    parallelTools: flagField(body, 'parallel_tool_calls'),
    outputFormat: readOutputFormat(body),
    reasoning: readReasoningWish(body),
    maximumOutput:
      limitField(body, 'max_completion_tokens', largestOutput) ?? limitField(body, 'max_tokens', largestOutput),
    temperature: numberField(body, 'temperature'),
    topP: numberField(body, 'top_p'),
    topK: numberField(body, 'top_k'),
    seed: numberField(body, 'seed') ?? numberField(body, 'random_seed'),
    presencePenalty: numberField(body, 'presence_penalty'),
    frequencyPenalty: numberField(body, 'frequency_penalty'),
    logitBias: readLogitBias(body),
    stop: readStop(body.stop),
    choices: countField(body, 'n', mostChoices) ?? 1,
    logprobs: readLogprobs(body),
    user: textField(body, 'user') ?? textField(body, 'safety_identifier'),
    metadata: objectField(body, 'metadata'),
    serviceTier: textField(body, 'service_tier'),
    cacheKey: textField(body, 'prompt_cache_key'),
    cacheRetention: textField(body, 'prompt_cache_retention'),
    verbosity: textField(body, 'verbosity'),
    webSearch,
    modalities: readModalities(body.modalities),
    audioOutput: readAudioOutput(body),
  }
}

const readOutputFormat = (body: JsonObject): OutputFormat | undefined => {
  const format = objectField(body, 'response_format')
  switch (format?.type) {
    case undefined:
    case 'text':
      return undefined
    case 'json_object':
      return { kind: 'json' }
    case 'json_schema': {
      const place = 'response_format.json_schema'
      const wish = objectField(format, 'json_schema', 'response_format')
      const schema = objectAt(wish, 'schema')
      if (wish === undefined || schema === undefined) throw new ProtocolError(`${place}.schema`, 'must be an object')
      return {
        kind: 'schema',
        name: textField(wish, 'name', place) ?? 'answer',
        schema,
        strict: flagField(wish, 'strict', place),
        description: textField(wish, 'description', place),
      }
    }
    default:
      throw new ProtocolError('response_format.type', `${JSON.stringify(format?.type)} is not known`)
  }
}

const readLogitBias = (body: JsonObject): Record<string, number> | undefined => {
  const bias = objectField(body, 'logit_bias')
  if (bias === undefined) return undefined
  const read: Record<string, number> = {}
  for (const [token, value] of Object.entries(bias)) {
    if (typeof value !== 'number') throw new ProtocolError(`logit_bias.${token}`, 'must be a number')
    read[token] = value
  }
  return read
}

const readStop = (stop: unknown): string[] => {
  if (stop === undefined || stop === null) return []
  if (typeof stop === 'string') return stop === '' ? [] : [stop]
  if (!Array.isArray(stop)) throw new ProtocolError('stop', 'must be a string or an array of strings')
  return stop.map((each) => {
    if (typeof each !== 'string') throw new ProtocolError('stop', 'must be a string or an array of strings')
    return each
  })
}

/** Older servers take a number where newer ones take a flag and a number beside it. */
const readLogprobs = (body: JsonObject): number | undefined => {
  const wanted = typeof body.logprobs === 'number' ? body.logprobs : undefined
  const top = countField(body, 'top_logprobs', 1000, 0) ?? wanted
  return wanted === undefined && flagField(body, 'logprobs') !== true ? undefined : (top ?? 0)
}

const kinds = ['text', 'image', 'audio'] as const

const readModalities = (wish: unknown): (typeof kinds)[number][] => {
  if (wish === undefined || wish === null) return []
  if (!Array.isArray(wish)) throw new ProtocolError('modalities', 'must be an array')
  return wish.map((each: unknown) => {
    const kind = kinds.find((known) => known === each)
    if (kind === undefined) throw new ProtocolError('modalities', `${JSON.stringify(each)} is not known`)
    return kind
  })
}

const readAudioOutput = (body: JsonObject): { voice: string; format: string } | undefined => {
  const audio = objectField(body, 'audio')
  if (audio === undefined) return undefined
  const voice = isObject(audio.voice)
    ? requiredText(audio.voice, 'id', 'audio.voice')
    : requiredText(audio, 'voice', 'audio')
  return { voice, format: textField(audio, 'format', 'audio') ?? 'wav' }
}
