import { inputTokens, outputTokens, type Usage } from '#pricing/usage.ts'
import type { ChatReply, FinishReason, ImagePart, ReplyContext, ToolCallPart } from '../chat.ts'
import { isObject, type JsonObject, parseLenient } from '../json/json.ts'

/** What an answer says, in pieces or as a whole. */
export type Said = {
  text: string
  thinking: string
  images: readonly string[]
  calls: readonly ToolCallPart[]
  logprobs: readonly JsonObject[] | undefined
}

/** How it is told: as a message, or as the end of a prompt. */
export type Shape = (said: Said) => JsonObject

export const asMessage: Shape = ({ text, thinking, images, calls, logprobs }) => ({
  message: {
    role: 'assistant',
    content: text,
    ...(thinking === '' ? {} : { thinking }),
    ...(images.length === 0 ? {} : { images }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(writeCall) }),
  },
  ...(logprobs === undefined ? {} : { logprobs }),
})

/** A whole answer as clients of this dialect read it. */
export const writeReply = (reply: ChatReply, context: ReplyContext): JsonObject => writeWhole(reply, context, asMessage)

export const writeWhole = (reply: ChatReply, context: ReplyContext, shape: Shape): JsonObject => {
  const [choice] = reply.choices
  const parts = choice?.parts ?? []
  const said: Said = {
    text: parts.map((part) => (part.type === 'text' || part.type === 'refusal' ? part.text : '')).join(''),
    thinking: showsThinking(context) ? parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('') : '',
    images: parts.flatMap((part) => (part.type === 'image' ? dataOf(part) : [])),
    calls: parts.filter((part) => part.type === 'tool_call'),
    logprobs: choice?.logprobs,
  }
  return { ...headOf(context, reply.created), ...shape(said), ...endOf(choice?.finish, reply.usage) }
}

export const showsThinking = ({ request }: ReplyContext): boolean => request.reasoning?.visible !== false

export const headOf = (context: ReplyContext, created: number | undefined): JsonObject => ({
  model: context.model,
  created_at: new Date((created ?? context.now()) * 1000).toISOString(),
})

/** How long each part took is not known here, and left away. */
export const endOf = (finish: FinishReason | undefined, usage: Usage | undefined): JsonObject => ({
  done: true,
  done_reason: finish === 'length' ? 'length' : 'stop',
  ...(usage === undefined ? {} : { prompt_eval_count: inputTokens(usage), eval_count: outputTokens(usage) }),
})

const dataOf = ({ source }: ImagePart): string[] => (source.kind === 'data' ? [source.base64] : [])

const writeCall = ({ id, name, arguments: given, custom }: ToolCallPart, index: number): JsonObject => ({
  id,
  function: { index, name, arguments: custom === true ? { input: given } : argumentsOf(given) },
})

const argumentsOf = (text: string): JsonObject => {
  const parsed = parseLenient(text)
  if (isObject(parsed)) return parsed
  return text.trim() === '' ? {} : { arguments: text }
}
