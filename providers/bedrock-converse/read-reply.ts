import { unwrapFreeText } from '#protocols/anthropic-messages/answer-tool.ts'
import { takesFreeText } from '#protocols/anthropic-messages/read-reply.ts'
import type { AssistantPart, ChatReply, ChatRequest } from '#protocols/chat.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import { readFinish, readUsage } from './usage.ts'

/** A whole answer in the common form. */
export const readReply = (bytes: Buffer, request?: ChatRequest): ChatReply => {
  const answer = parseLenient(bytes.toString('utf8'))
  const message = objectAt(objectAt(answer, 'output'), 'message')
  if (message === undefined) throw new ProtocolError('answer', textAt(answer, 'message') ?? 'holds no message')
  const content = Array.isArray(message.content) ? message.content.filter(isObject) : []
  const parts = content.flatMap((block) => readBlock(block, request))
  const called = parts.some((part) => part.type === 'tool_call')
  return {
    id: '',
    model: '',
    created: undefined,
    choices: [
      {
        index: 0,
        parts,
        finish: readFinish(textAt(answer, 'stopReason'), called),
        stopSequence: undefined,
        logprobs: undefined,
      },
    ],
    usage: readUsage(objectAt(answer, 'usage')),
    serviceTier: undefined,
  }
}

/** The service's own tools are not the client's to answer. */
export const isServersOwn = (call: JsonObject): boolean => textAt(call, 'type') === 'server_tool_use'

/** Sealed thinking is told as bytes here and as text by the vendor's own dialect: the text is what travels. */
export const readSealed = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8')

const readBlock = (block: JsonObject, request: ChatRequest | undefined): AssistantPart[] => {
  const text = textAt(block, 'text')
  if (text !== undefined) return [{ type: 'text', text }]
  const reasoning = objectAt(block, 'reasoningContent')
  if (reasoning !== undefined) return readReasoning(reasoning)
  const call = objectAt(block, 'toolUse')
  if (call !== undefined && !isServersOwn(call)) return [readCall(call, request)]
  const cited = objectAt(block, 'citationsContent')?.content
  if (!Array.isArray(cited)) return []
  return cited.flatMap((each: unknown) => readText(textAt(each, 'text')))
}

const readText = (text: string | undefined): AssistantPart[] => (text === undefined ? [] : [{ type: 'text', text }])

const readReasoning = (reasoning: JsonObject): AssistantPart[] => {
  const sealed = textAt(reasoning, 'redactedContent')
  if (sealed !== undefined) return [{ type: 'redacted_reasoning', data: readSealed(sealed), by: 'anthropic' }]
  const told = objectAt(reasoning, 'reasoningText')
  const text = textAt(told, 'text') ?? ''
  const value = textAt(told, 'signature')
  if (value !== undefined) return [{ type: 'reasoning', text, signature: { by: 'anthropic', value } }]
  return text === '' ? [] : [{ type: 'reasoning', text }]
}

const readCall = (call: JsonObject, request: ChatRequest | undefined): AssistantPart => {
  const name = textAt(call, 'name') ?? ''
  const json = JSON.stringify(call.input ?? {})
  const id = textAt(call, 'toolUseId') ?? ''
  if (!takesFreeText(name, request)) return { type: 'tool_call', id, name, arguments: json }
  return { type: 'tool_call', id, name, arguments: unwrapFreeText(json), custom: true }
}
