import { tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import { unwrapFreeText } from '#protocols/anthropic-messages/answer-tool.ts'
import { takesFreeText } from '#protocols/anthropic-messages/read-reply.ts'
import type { AssistantPart, ChatReply, ChatRequest, FinishReason, ToolCallPart } from '#protocols/chat.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import { failedAnswer } from '#protocols/openai-chat/error.ts'
import { madeCallId } from '#protocols/openai-chat/read-calls.ts'

/** A whole answer in the common form. */
export const readReply = (bytes: Buffer, request?: ChatRequest): ChatReply => {
  const answer = parseLenient(bytes.toString('utf8'))
  const message = objectAt(answer, 'message')
  if (!isObject(answer) || message === undefined) throw failedAnswer(bytes)
  const calls = callsOf(message).map((call, index) => readCall(call, answer, index, request))
  return {
    id: '',
    model: '',
    created: createdOf(answer),
    choices: [
      {
        index: 0,
        parts: [...readText(message), ...calls],
        finish: readFinish(answer.done_reason, calls.length > 0),
        stopSequence: undefined,
        logprobs: undefined,
      },
    ],
    usage: readUsage(answer),
    serviceTier: undefined,
  }
}

const readText = (message: JsonObject): AssistantPart[] => {
  const thinking = textAt(message, 'thinking')
  const text = textAt(message, 'content')
  return [
    ...(thinking === undefined ? [] : [{ type: 'reasoning', text: thinking } as const]),
    ...(text === undefined ? [] : [{ type: 'text', text } as const]),
  ]
}

export const callsOf = (message: JsonObject | undefined): JsonObject[] =>
  Array.isArray(message?.tool_calls) ? message.tool_calls.filter(isObject) : []

/** Calls come whole, from older servers without an id. */
export const readCall = (
  call: JsonObject,
  answer: JsonObject,
  index: number,
  request: ChatRequest | undefined,
): ToolCallPart => {
  const made = objectAt(call, 'function')
  const name = textAt(made, 'name') ?? ''
  const id = textAt(call, 'id') ?? madeCallId(textAt(answer, 'created_at') ?? '', 0, index)
  const json = JSON.stringify(made?.arguments ?? {})
  if (!takesFreeText(name, request)) return { type: 'tool_call', id, name, arguments: json }
  return { type: 'tool_call', id, name, arguments: unwrapFreeText(json), custom: true }
}

export const createdOf = (answer: JsonObject): number | undefined => {
  const seconds = Math.floor(Date.parse(textAt(answer, 'created_at') ?? '') / 1000)
  return Number.isFinite(seconds) ? seconds : undefined
}

export const readFinish = (reason: unknown, called: boolean): FinishReason => {
  if (called) return 'tool_calls'
  return reason === 'length' ? 'length' : 'stop'
}

/** A prompt that was wholly in the server's memory is not counted by older ones. */
export const readUsage = (answer: JsonObject): Usage | undefined => {
  const input = tokenCount(answer.prompt_eval_count)
  const output = tokenCount(answer.eval_count)
  return input + output === 0 ? undefined : usageOf({ input, output })
}
