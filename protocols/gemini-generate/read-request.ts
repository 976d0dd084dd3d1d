import type { ChatRequest, OutputFormat, ReasoningWish } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import {
  countMember,
  flagMember,
  member,
  numberMember,
  objectMember,
  objectsMember,
  textMember,
  textsMember,
} from './fields.ts'
import { withoutPrefix } from './models.ts'
import { readContents, readSystem } from './read-contents.ts'
import { toJsonSchema } from './read-schema.ts'
import { readTools } from './read-tools.ts'

const place = 'generationConfig'
const limit = 2 ** 30

/** Reads a client's request. The model and whether a stream is wanted stand in the path: the caller fills them in. */
export const readRequest = (body: JsonObject): ChatRequest => {
  if (member(body, 'cachedContent') !== undefined) {
    throw new ProtocolError('cachedContent', 'is kept by another provider than the one that answers')
  }
  const config = objectMember(body, place) ?? {}
  const { tools, toolChoice, webSearch } = readTools(body)
  const maximumOutput = countMember(config, 'maxOutputTokens', 1, limit, place)
  return {
    model: withoutPrefix(textMember(body, 'model') ?? ''),
    stream: false,
    system: readSystem(body),
    messages: readContents(objectsMember(body, 'contents')),
    tools,
    toolChoice,
    parallelTools: undefined,
    outputFormat: readOutputFormat(config),
    reasoning: readReasoning(config),
    maximumOutput,
    temperature: numberMember(config, 'temperature', place),
    topP: numberMember(config, 'topP', place),
    topK: numberMember(config, 'topK', place),
    seed: numberMember(config, 'seed', place),
    presencePenalty: numberMember(config, 'presencePenalty', place),
    frequencyPenalty: numberMember(config, 'frequencyPenalty', place),
    logitBias: undefined,
    stop: textsMember(config, 'stopSequences', place),
    choices: countMember(config, 'candidateCount', 1, 129, place) ?? 1,
    logprobs: readLogprobs(config),
    user: undefined,
    metadata: undefined,
    serviceTier: readTier(body),
    cacheKey: undefined,
    verbosity: undefined,
    webSearch,
    modalities: readModalities(config),
    audioOutput: readVoice(config),
  }
}

const readOutputFormat = (config: JsonObject): OutputFormat | undefined => {
  const type = textMember(config, 'responseMimeType', place)
  if (type === undefined || type === '' || type === 'text/plain') return undefined
  if (type !== 'application/json') {
    throw new ProtocolError(`${place}.responseMimeType`, 'must be text/plain or application/json')
  }
  const plain = member(config, 'responseJsonSchema') ?? config._responseJsonSchema
  const open = objectMember(config, 'responseSchema', place)
  const schema = isObject(plain) ? plain : open === undefined ? undefined : toJsonSchema(open)
  if (schema === undefined) return { kind: 'json' }
  return { kind: 'schema', name: 'response', schema, strict: undefined, description: undefined }
}

/** Asking to see thoughts that the model has anyway is a wish for thinking only where there is something to see. */
const readReasoning = (config: JsonObject): ReasoningWish | undefined => {
  const wish = objectMember(config, 'thinkingConfig', place)
  if (wish === undefined) return undefined
  const inner = `${place}.thinkingConfig`
  const visible = flagMember(wish, 'includeThoughts', inner)
  const budget = numberMember(wish, 'thinkingBudget', inner)
  const effort = readLevel(textMember(wish, 'thinkingLevel', inner), inner)
  if (budget === 0) return { enabled: false, effort: 'none', budget: 0, visible }
  if (effort === undefined && budget === undefined && visible !== true) return undefined
  return { enabled: true, effort, budget: budget !== undefined && budget > 0 ? Math.floor(budget) : undefined, visible }
}

const readLevel = (level: string | undefined, inner: string): ReasoningWish['effort'] => {
  const plain = level?.toLowerCase()
  switch (plain) {
    case undefined:
    case 'thinking_level_unspecified':
      return undefined
    case 'minimal':
    case 'low':
    case 'medium':
    case 'high':
      return plain
    default:
      throw new ProtocolError(`${inner}.thinkingLevel`, 'must be MINIMAL, LOW, MEDIUM or HIGH')
  }
}

const readLogprobs = (config: JsonObject): number | undefined =>
  flagMember(config, 'responseLogprobs', place) === true
    ? (countMember(config, 'logprobs', 0, 129, place) ?? 0)
    : undefined

const readTier = (body: JsonObject): string | undefined => {
  const tier = textMember(body, 'serviceTier')?.toLowerCase()
  return tier === 'standard' ? 'default' : tier
}

const modalities = ['text', 'image', 'audio'] as const

const readModalities = (config: JsonObject): ChatRequest['modalities'] =>
  textsMember(config, 'responseModalities', place).flatMap((given) => {
    const plain = given.toLowerCase()
    if (plain === 'modality_unspecified') return []
    const found = modalities.find((each) => each === plain)
    if (found === undefined) throw new ProtocolError(`${place}.responseModalities`, 'must be TEXT, IMAGE or AUDIO')
    return [found]
  })

/** Sound comes as bare samples in this dialect. */
const readVoice = (config: JsonObject): ChatRequest['audioOutput'] => {
  const speech = objectMember(config, 'speechConfig', place)
  if (speech === undefined) return undefined
  const inner = `${place}.speechConfig`
  if (member(speech, 'multiSpeakerVoiceConfig') !== undefined) {
    throw new ProtocolError(`${inner}.multiSpeakerVoiceConfig`, 'is not known to this model')
  }
  const voice = objectMember(speech, 'voiceConfig', inner) ?? {}
  const built = objectMember(voice, 'prebuiltVoiceConfig', `${inner}.voiceConfig`) ?? {}
  const name = textMember(built, 'voiceName', `${inner}.voiceConfig.prebuiltVoiceConfig`)
  return name === undefined ? undefined : { voice: name, format: 'pcm16' }
}
