import type { AssistantPart, ChatReply, ChatRequest, ToolCallPart } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import { answerToolName, unwrapFreeText } from './answer-tool.ts'
import { readCitations } from './citation.ts'
import { readFinish } from './finish.ts'
import { readUsage } from './usage.ts'

/** Reads a whole answer. Blocks of tools that ran at the upstream's side are left out. */
export const readReply = (bytes: Buffer, request?: ChatRequest): ChatReply => {
  const message = parseLenient(bytes.toString('utf8'))
  if (!isObject(message) || (!Array.isArray(message.content) && message.type !== 'message')) {
    throw new ProtocolError('answer', 'is not a message')
  }
  const blocks = Array.isArray(message.content) ? message.content.filter(isObject) : []
  const parts = blocks.flatMap((block) => readBlock(block, request))
  const called = parts.some((part) => part.type === 'tool_call')
  return {
    id: textAt(message, 'id') ?? '',
    model: textAt(message, 'model') ?? '',
    created: undefined,
    choices: [
      {
        index: 0,
        parts,
        finish: readFinish(textAt(message, 'stop_reason'), called),
        stopSequence: textAt(message, 'stop_sequence'),
        logprobs: undefined,
      },
    ],
    usage: readUsage(objectAt(message, 'usage')),
    serviceTier: textAt(objectAt(message, 'usage'), 'service_tier'),
  }
}

const readBlock = (block: JsonObject, request: ChatRequest | undefined): AssistantPart[] => {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: textAt(block, 'text') ?? '' }, ...readCitations(block)]
    case 'thinking': {
      const text = textAt(block, 'thinking') ?? ''
      const value = textAt(block, 'signature')
      return [{ type: 'reasoning', text, ...(value === undefined ? {} : { signature: { by: 'anthropic', value } }) }]
    }
    case 'redacted_thinking':
      return [{ type: 'redacted_reasoning', data: textAt(block, 'data') ?? '', by: 'anthropic' }]
    case 'tool_use':
      return [readToolUse(block, request)]
    default:
      return []
  }
}

const readToolUse = (block: JsonObject, request: ChatRequest | undefined): AssistantPart => {
  const name = textAt(block, 'name') ?? ''
  const json = JSON.stringify(block.input ?? {})
  if (name === answerToolName(request)) return { type: 'text', text: json }
  const call: ToolCallPart = { type: 'tool_call', id: textAt(block, 'id') ?? '', name, arguments: json }
  return takesFreeText(name, request) ? { ...call, arguments: unwrapFreeText(json), custom: true } : call
}

/** Whether the client's own tool of this name takes free text in place of an object. */
export const takesFreeText = (name: string, request: ChatRequest | undefined): boolean =>
  request?.tools.some((tool) => tool.name === name && tool.custom !== undefined) ?? false
