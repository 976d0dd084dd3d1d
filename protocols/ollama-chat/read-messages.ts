import type { AssistantPart, ChatMessage, ImagePart, TextPart, ToolCallPart, ToolResultPart } from '../chat.ts'
import { readDataUri } from '../data-uri.ts'
import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import { objectField, objectsField, pathOf, requiredText, textField } from '../openai-chat/fields.ts'

type Conversation = { system: readonly TextPart[]; messages: readonly ChatMessage[] }

/** Instructions apart from the rest, and results of tools together as they answer one message. */
export const readMessages = (body: JsonObject): Conversation => {
  const system: TextPart[] = []
  const messages: ChatMessage[] = []
  /** Calls that have no result yet, in the order in which they were made. */
  let open: ToolCallPart[] = []
  for (const [index, message] of objectsField(body, 'messages').entries()) {
    const path = pathOf('messages', index)
    switch (message.role) {
      case 'system':
        system.push(...readText(message, 'content', path))
        break
      case 'user':
        messages.push({ role: 'user', parts: [...readText(message, 'content', path), ...readImages(message, path)] })
        break
      case 'assistant': {
        const parts = readAssistant(message, path, index)
        open = parts.filter((part) => part.type === 'tool_call')
        messages.push({ role: 'assistant', parts })
        break
      }
      case 'tool': {
        const result = readResult(message, path, open)
        open = open.filter(({ id }) => id !== result.callId)
        const last = messages.at(-1)
        if (last?.role === 'tool') messages[messages.length - 1] = { role: 'tool', parts: [...last.parts, result] }
        else messages.push({ role: 'tool', parts: [result] })
        break
      }
      default:
        throw new ProtocolError(pathOf(path, 'role'), `${JSON.stringify(message.role)} is not known`)
    }
  }
  return { system, messages }
}

export const readText = (object: JsonObject, key: string, path = ''): TextPart[] => {
  const text = textField(object, key, path) ?? ''
  return text === '' ? [] : [{ type: 'text', text }]
}

/** Pictures come as base64 alone: their first bytes tell what they are. */
export const readImages = (object: JsonObject, path = ''): ImagePart[] => {
  const { images } = object
  if (images === undefined || images === null) return []
  const place = pathOf(path, 'images')
  if (!Array.isArray(images)) throw new ProtocolError(place, 'must be an array')
  return images.map((image: unknown, index) => {
    if (typeof image !== 'string' || image === '') throw new ProtocolError(pathOf(place, index), 'must be base64')
    const source = readDataUri(image) ?? { mediaType: mediaTypeOf(image), base64: image }
    return { type: 'image', source: { kind: 'data', ...source } }
  })
}

const mediaTypeOf = (base64: string): string =>
  beginnings.find(([begin]) => base64.startsWith(begin))?.[1] ?? 'image/png'

/** How the first bytes of each kind are written. */
const beginnings = [
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
] as const

const readAssistant = (message: JsonObject, path: string, index: number): AssistantPart[] => {
  const thinking = textField(message, 'thinking', path) ?? ''
  const calls = objectsField(message, 'tool_calls', path).map((call, position): ToolCallPart => {
    const place = pathOf(pathOf(path, 'tool_calls'), position)
    const made = objectField(call, 'function', place) ?? {}
    return {
      type: 'tool_call',
      // Older clients send none back: a place tells calls apart as well.
      id: textField(call, 'id', place) || `call_${index}_${position}`,
      name: requiredText(made, 'name', pathOf(place, 'function')),
      arguments: JSON.stringify(objectField(made, 'arguments', pathOf(place, 'function')) ?? {}),
    }
  })
  return [
    ...(thinking === '' ? [] : [{ type: 'reasoning', text: thinking } as const]),
    ...readText(message, 'content', path),
    ...readImages(message, path),
    ...calls,
  ]
}

/** It names its call, or the tool, or nothing: then it answers the first call that has no answer yet. */
const readResult = (message: JsonObject, path: string, open: readonly ToolCallPart[]): ToolResultPart => {
  const id = textField(message, 'tool_call_id', path) ?? ''
  const name = textField(message, 'tool_name', path) ?? textField(message, 'name', path)
  const call = id === '' ? (open.find((each) => each.name === name) ?? open[0]) : open.find((each) => each.id === id)
  return {
    type: 'tool_result',
    callId: id === '' ? (call?.id ?? '') : id,
    name: name ?? call?.name,
    parts: [...readText(message, 'content', path), ...readImages(message, path)],
    failed: false,
  }
}
