import { wrapFreeText } from '#protocols/anthropic-messages/answer-tool.ts'
import type { AssistantPart, ChatMessage, TextPart, ToolCallPart, ToolResultPart, UserPart } from '#protocols/chat.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, parseLenient } from '#protocols/json/json.ts'
import { textOfDocument } from '#protocols/openai-chat/write-content.ts'

/** The conversation: a message has one text, and pictures beside it. */
export const writeMessages = (system: readonly TextPart[], messages: readonly ChatMessage[]): JsonObject[] => {
  const instructions = system.map((part) => part.text).join('\n')
  return [
    ...(instructions === '' ? [] : [{ role: 'system', content: instructions }]),
    ...messages.flatMap(writeMessage),
  ]
}

const writeMessage = (message: ChatMessage): JsonObject[] => {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', ...writeParts(message.parts) }]
    case 'assistant':
      return [writeAssistant(message.parts)]
    case 'tool':
      return message.parts.map(writeResult)
  }
}

const writeParts = (parts: readonly UserPart[]): JsonObject => {
  const texts: string[] = []
  const images: string[] = []
  for (const part of parts) {
    switch (part.type) {
      case 'text':
        texts.push(part.text)
        break
      case 'image':
        if (part.source.kind !== 'data') throw refused('images must be given as data for this model')
        images.push(part.source.base64)
        break
      case 'document': {
        const text = textOfDocument(part)
        if (text === undefined) throw refused('must contain no files but texts and images here')
        texts.push(text.text)
        break
      }
      case 'audio':
      case 'video':
        throw refused(`must not contain ${part.type} for this model`)
    }
  }
  return { content: texts.join('\n'), ...(images.length === 0 ? {} : { images }) }
}

const refused = (reason: string) => new ProtocolError('messages', reason)

const writeAssistant = (parts: readonly AssistantPart[]): JsonObject => {
  const thinking = joined(parts, 'reasoning')
  const calls = parts.filter((part) => part.type === 'tool_call')
  return {
    role: 'assistant',
    content: joined(parts, 'text') + joined(parts, 'refusal'),
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(writeCall) }),
  }
}

const joined = (parts: readonly AssistantPart[], type: 'text' | 'refusal' | 'reasoning'): string =>
  parts.map((part) => (part.type === type ? part.text : '')).join('')

const writeCall = ({ id, name, arguments: given, custom }: ToolCallPart): JsonObject => ({
  ...(id === '' ? {} : { id }),
  function: { name, arguments: custom === true ? wrapFreeText(given) : readArguments(given) },
})

const readArguments = (text: string): JsonObject => {
  const parsed = parseLenient(text)
  if (isObject(parsed)) return parsed
  return text.trim() === '' ? {} : { arguments: text }
}

const writeResult = ({ callId, name, parts }: ToolResultPart): JsonObject => ({
  role: 'tool',
  ...writeParts(parts),
  ...(name === undefined ? {} : { tool_name: name }),
  ...(callId === '' ? {} : { tool_call_id: callId }),
})
