import type { ChatRequest, ChatTarget, OutputFormat } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import { withoutUndefined } from './fields.ts'
import { cleanSchema, plainSchema } from './schema.ts'
import { writeThinking } from './thinking.ts'
import { writeContents } from './write-contents.ts'
import { writeTools } from './write-tools.ts'

const mostStops = 5

/** Writes a request for Google; the model and whether it streams stand in the path. */
export const writeRequest = (request: ChatRequest, target: ChatTarget): JsonObject => {
  if (request.stop.length > mostStops) throw new ProtocolError('stop', `must not hold more than ${mostStops} sequences`)
  const config = writeConfig(request, target.model)
  const { system, contents } = withInstructions(request, target)
  return withoutUndefined({
    systemInstruction: system,
    contents,
    ...writeTools(request, target.model),
    generationConfig: Object.keys(config).length === 0 ? undefined : config,
    serviceTier: tierOf(request.serviceTier),
  })
}

/** Open models of the house know no instructions: they stand before the first words of the user. */
const withInstructions = (request: ChatRequest, target: ChatTarget) => {
  const parts = request.system.filter((part) => part.text !== '').map((part) => ({ text: part.text }))
  if (parts.length === 0) return { system: undefined, contents: writeContents(request.messages, target) }
  if (!target.model.startsWith('gemma')) {
    return { system: { parts }, contents: writeContents(request.messages, target) }
  }
  const contents = writeContents(request.messages, target)
  const [first, ...rest] = contents
  const words = first?.role === 'user' && Array.isArray(first.parts) ? first.parts : undefined
  const opening = { role: 'user', parts: [...parts, ...(words ?? [])] }
  return { system: undefined, contents: [opening, ...(words === undefined ? contents : rest)] }
}

const writeConfig = (request: ChatRequest, model: string): JsonObject =>
  withoutUndefined({
    maxOutputTokens: request.maximumOutput,
    temperature: request.temperature,
    topP: request.topP === 0 ? undefined : request.topP,
    topK: request.topK,
    seed: request.seed,
    presencePenalty: request.presencePenalty,
    frequencyPenalty: request.frequencyPenalty,
    stopSequences: request.stop.length === 0 ? undefined : request.stop,
    candidateCount: request.choices === 1 ? undefined : request.choices,
    responseLogprobs: request.logprobs === undefined ? undefined : true,
    logprobs: request.logprobs === 0 ? undefined : request.logprobs,
    responseModalities:
      request.modalities.length === 0 ? undefined : request.modalities.map((modality) => modality.toUpperCase()),
    speechConfig:
      request.audioOutput === undefined
        ? undefined
        : { voiceConfig: { prebuiltVoiceConfig: { voiceName: request.audioOutput.voice } } },
    thinkingConfig: writeThinking(request.reasoning, model),
    ...writeFormat(request.outputFormat),
  })

const writeFormat = (format: OutputFormat | undefined): JsonObject => {
  if (format === undefined) return {}
  const responseMimeType = 'application/json'
  if (format.kind === 'json') return { responseMimeType }
  const cleaned = cleanSchema(format.schema)
  const isSayable = cleaned !== undefined && (cleaned.type !== 'OBJECT' || cleaned.properties !== undefined)
  return isSayable
    ? { responseMimeType, responseSchema: cleaned }
    : { responseMimeType, responseJsonSchema: plainSchema(format.schema) }
}

const tierOf = (tier: string | undefined): string | undefined => {
  if (tier === 'default' || tier === 'standard') return 'standard'
  return tier === 'flex' || tier === 'priority' ? tier : undefined
}
