import * as z from 'zod/mini'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { refusedStream } from '../../lib/stream.ts'
import type { Answer, ToolCall } from './conversation.ts'

/** How an answer grows by what its stream says: values in, values out. */

const callPiece = z.object({
  index: z._default(z.int(), 0),
  id: z.optional(z.nullable(z.string())),
  function: z.optional(
    z.object({ name: z.optional(z.nullable(z.string())), arguments: z.optional(z.nullable(z.string())) }),
  ),
})

const chunk = z.object({
  choices: z._default(
    z.array(
      z.object({
        delta: z._default(
          z.object({
            content: z.optional(z.nullable(z.string())),
            reasoning_content: z.optional(z.nullable(z.string())),
            reasoning: z.optional(z.nullable(z.string())),
            tool_calls: z.optional(z.nullable(z.array(callPiece))),
          }),
          {},
        ),
      }),
    ),
    [],
  ),
  usage: z.optional(z.nullable(z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }))),
})

export const newAnswer = (model: string, now: number): Answer => ({
  model,
  state: 'loading',
  text: '',
  reasoning: '',
  toolCalls: [],
  startedAt: now,
})

/** The answer with one more event; throws what the event tells of. */
export const withEvent = (answer: Answer, event: string, now: number): Answer => {
  const value = parsed(event)
  const refused = refusedStream.safeParse(value)
  if (refused.success) {
    const { message, code } = refused.data.error
    throw new ApiError('failed', message, 200, code === undefined || code === null ? {} : { code: String(code) })
  }
  const read = chunk.safeParse(value)
  if (!read.success) return answer
  const { choices, usage } = read.data
  const { content, reasoning_content, reasoning, tool_calls } = choices[0]?.delta ?? {}
  const thought = reasoning_content ?? reasoning ?? ''
  const said = content ?? ''
  const calls = tool_calls ?? []
  const hasWords = said !== '' || thought !== '' || calls.length > 0
  return {
    ...answer,
    state: 'incomplete',
    text: answer.text + said,
    reasoning: answer.reasoning + thought,
    toolCalls: calls.reduce(withCallPiece, answer.toolCalls),
    ...(hasWords && answer.firstAt === undefined ? { firstAt: now } : {}),
    ...(usage ? { usage: { input: usage.prompt_tokens, output: usage.completion_tokens } } : {}),
  }
}

const withCallPiece = (calls: ToolCall[], piece: z.output<typeof callPiece>): ToolCall[] => {
  const known = calls[piece.index]
  const grown = {
    id: piece.id || (known?.id ?? `call_${piece.index}`),
    name: (known?.name ?? '') + (piece.function?.name ?? ''),
    arguments: (known?.arguments ?? '') + (piece.function?.arguments ?? ''),
  }
  return known === undefined ? [...calls, grown] : calls.with(piece.index, grown)
}

export const ended = (answer: Answer, now: number): Answer => ({ ...answer, state: 'complete', endedAt: now })

export const stopped = (answer: Answer, now: number): Answer => ({ ...answer, state: 'stopped', endedAt: now })

export const failed = (answer: Answer, error: unknown, now: number): Answer => ({
  ...answer,
  state: 'error',
  endedAt: now,
  fault: faultOf(error),
})

const faultOf = (error: unknown): Answer['fault'] => {
  if (!(error instanceof ApiError)) return { message: reasonOf(error) }
  const { message, status, code, requestId } = error
  return { message, status, code, requestId }
}

/** What comes in one piece tells nothing of how fast it was made. */
const shortestSpan = 0.1

/** Seconds to the first word, and tokens a second from then on; what is not known is not told. */
export const paceOf = ({ startedAt, firstAt, endedAt, usage }: Answer): { first?: number; speed?: number } => {
  if (firstAt === undefined) return {}
  const seconds = endedAt === undefined ? 0 : (endedAt - firstAt) / 1000
  return {
    first: (firstAt - startedAt) / 1000,
    ...(usage !== undefined && usage.output > 0 && seconds >= shortestSpan ? { speed: usage.output / seconds } : {}),
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
