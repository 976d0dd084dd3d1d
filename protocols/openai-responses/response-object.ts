import type { Usage } from '#pricing/usage.ts'
import type { FinishReason, ReplyContext } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { effortOf } from '../reasoning.ts'
import { writeUsage } from './reply.ts'
import { writeText } from './write-request.ts'
import { writeToolChoice, writeTools } from './write-tools.ts'

export type ResponseState = {
  id: string
  createdAt: number
  output: readonly JsonObject[]
  usage: Usage | undefined
} & (
  | { status: 'in_progress' }
  | { status: 'failed'; error: { code: string | null; message: string } }
  | { status: 'finished'; finish: FinishReason; at: number }
)

/**
 * Ids of this dialect begin alike; an upstream's own goes on in ours, so that the two can be found together. What is kept
 * here has one that no upstream gives twice.
 */
export const responseId = (upstreamId: string, { kept, newId }: Pick<ReplyContext, 'kept' | 'newId'>): string => {
  if (kept !== undefined) return kept.id
  return upstreamId.startsWith('resp_') ? upstreamId : `resp_${upstreamId === '' ? newId() : upstreamId}`
}

/** What an answer says of itself. */
export const responseHead = (state: ResponseState): JsonObject => {
  const { id, createdAt, output, usage } = state
  const finished = state.status === 'finished' ? state : undefined
  const reason = finished === undefined ? undefined : incompleteReasons[finished.finish]
  return {
    id,
    object: 'response',
    created_at: createdAt,
    status: finished === undefined ? state.status : reason === undefined ? 'completed' : 'incomplete',
    completed_at: finished !== undefined && reason === undefined ? finished.at : null,
    error:
      state.status === 'failed' ? { code: state.error.code ?? 'server_error', message: state.error.message } : null,
    incomplete_details: reason === undefined ? null : { reason },
    output,
    usage: usage === undefined ? null : writeUsage(usage),
  }
}

const incompleteReasons: Readonly<Record<FinishReason, string | undefined>> = {
  stop: undefined,
  tool_calls: undefined,
  length: 'max_output_tokens',
  content_filter: 'content_filter',
}

/** What it repeats of the request. */
export const responseEcho = ({ request, model, kept }: ReplyContext, serviceTier: string | undefined): JsonObject => {
  const { reasoning } = request
  const instructions = request.system.map((part) => part.text).join('\n\n')
  return {
    model,
    background: false,
    instructions: instructions === '' ? null : instructions,
    max_output_tokens: request.maximumOutput ?? null,
    metadata: request.metadata ?? {},
    parallel_tool_calls: request.parallelTools ?? true,
    previous_response_id: kept?.previousId ?? null,
    prompt_cache_key: request.cacheKey ?? null,
    reasoning: {
      effort: (reasoning === undefined ? undefined : effortOf(reasoning)) ?? null,
      summary: reasoning?.visible === true ? 'auto' : null,
    },
    service_tier: serviceTier ?? null,
    store: kept !== undefined,
    temperature: request.temperature ?? 1,
    text: { format: { type: 'text' }, ...writeText(request) },
    tool_choice: writeToolChoice(request) ?? 'auto',
    tools: writeTools(request),
    top_logprobs: request.logprobs ?? 0,
    top_p: request.topP ?? 1,
    truncation: 'disabled',
    user: request.user ?? null,
  }
}
