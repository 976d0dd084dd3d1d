import type { ChatRequest, ChatTarget, OutputFormat, ReasoningWish } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import { effortOf } from '../reasoning.ts'
import { withoutUndefined } from './fields.ts'
import { writeInput } from './write-input.ts'
import { writeToolChoice, writeTools } from './write-tools.ts'

/** The least output limit the dialect takes. */
const leastOutput = 16

const serviceTiers = ['auto', 'default', 'flex', 'scale', 'priority']

/** Writes a request that stands for itself: the upstream is asked to keep nothing. */
export const writeRequest = (request: ChatRequest, target: ChatTarget): JsonObject => {
  if (request.choices > 1) throw new ProtocolError('n', 'must be 1 for the model that was asked for')
  if (request.audioOutput !== undefined || request.modalities.includes('audio')) {
    throw new ProtocolError('modalities', 'audio is not among the outputs of the model that was asked for')
  }
  const { maximumOutput, logprobs } = request
  const tools = writeTools(request)
  return withoutUndefined({
    model: target.model,
    ...writeInput(request, target),
    stream: request.stream ? true : undefined,
    store: false,
    include: writeInclude(request),
    tools: tools.length === 0 ? undefined : tools,
    tool_choice: tools.length === 0 ? undefined : writeToolChoice(request),
    parallel_tool_calls: tools.length === 0 ? undefined : request.parallelTools,
    text: writeText(request),
    reasoning: writeReasoning(request.reasoning),
    max_output_tokens: maximumOutput === undefined ? undefined : Math.max(leastOutput, maximumOutput),
    temperature: request.temperature,
    top_p: request.topP,
    top_logprobs: logprobs === undefined || logprobs === 0 ? undefined : logprobs,
    user: request.user,
    metadata: writeMetadata(request.metadata),
    service_tier: serviceTiers.find((tier) => tier === request.serviceTier),
    prompt_cache_key: request.cacheKey,
    prompt_cache_retention: request.cacheRetention,
  })
}

/** Sealed reasoning is asked for only where there is some: models that do not reason refuse the wish. */
const writeInclude = (request: ChatRequest): string[] | undefined => {
  const include: string[] = []
  if (request.reasoning?.enabled === true || request.messages.some(holdsOwnSeal)) {
    include.push('reasoning.encrypted_content')
  }
  if (request.logprobs !== undefined) include.push('message.output_text.logprobs')
  return include.length === 0 ? undefined : include
}

const holdsOwnSeal = (message: ChatRequest['messages'][number]): boolean =>
  message.role === 'assistant' &&
  message.parts.some(
    (part) =>
      (part.type === 'reasoning' && part.signature?.by === 'openai') ||
      (part.type === 'redacted_reasoning' && part.by === 'openai'),
  )

/** The wish for text in some form: also told again with the answer. */
export const writeText = ({ outputFormat, verbosity }: ChatRequest): JsonObject | undefined =>
  outputFormat === undefined && verbosity === undefined
    ? undefined
    : withoutUndefined({ format: outputFormat === undefined ? undefined : writeFormat(outputFormat), verbosity })

const writeFormat = (format: OutputFormat): JsonObject => {
  switch (format.kind) {
    case 'json':
      return { type: 'json_object' }
    case 'schema': {
      const { name, schema, strict, description } = format
      return withoutUndefined({ type: 'json_schema', name, schema, strict, description })
    }
  }
}

/** Thinking that is merely off is not told: models that cannot think refuse the field. */
const writeReasoning = (wish: ReasoningWish | undefined): JsonObject | undefined => {
  if (wish === undefined || (!wish.enabled && wish.effort === undefined)) return undefined
  const effort = effortOf(wish)
  const summary = wish.visible === true ? 'auto' : undefined
  return effort === undefined && summary === undefined ? undefined : withoutUndefined({ effort, summary })
}

/** Values are texts here; others are left out. */
const writeMetadata = (metadata: JsonObject | undefined): JsonObject | undefined => {
  if (metadata === undefined) return undefined
  const kept = Object.entries(metadata).filter(([, value]) => typeof value === 'string')
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}
