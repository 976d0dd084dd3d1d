import type {
  AssistantPart,
  ChatMessage,
  DocumentPart,
  ImagePart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  UserPart,
} from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import { type CallIds, createCallIds } from './call-ids.ts'
import { member, objectMember, objectsMember, textMember } from './fields.ts'
import { readMedia } from './media.ts'
import { appendPart, readModelPart } from './model-parts.ts'

/**
 * Reads the conversation. Contents of the model that follow each other are one message, as clients hand back a stream
 * piece by piece; results of calls become messages of their own.
 */
export const readContents = (contents: readonly JsonObject[]): ChatMessage[] => {
  const messages: ChatMessage[] = []
  const ids = createCallIds()
  for (const [index, content] of contents.entries()) {
    const place = `contents[${index}]`
    const parts = objectsMember(content, 'parts', place)
    if (roleOf(content, place) === 'model') addModelParts(messages, parts, ids, place)
    else for (const [at, part] of parts.entries()) addUserPart(messages, part, ids, `${place}.parts[${at}]`, at === 0)
  }
  return messages
}

/** The text parts of instructions, which may come as a content or as plain text. */
export const readSystem = (body: JsonObject): TextPart[] => {
  const value = member(body, 'systemInstruction')
  if (typeof value === 'string') return value === '' ? [] : [{ type: 'text', text: value }]
  const content = objectMember(body, 'systemInstruction')
  if (content === undefined) return []
  return objectsMember(content, 'parts', 'systemInstruction').flatMap((part, index): TextPart[] => {
    const place = `systemInstruction.parts[${index}]`
    const text = textMember(part, 'text', place)
    if (text === undefined) throw new ProtocolError(place, 'must be text')
    return text === '' ? [] : [{ type: 'text', text }]
  })
}

const roleOf = (content: JsonObject, place: string): 'user' | 'model' => {
  const role = textMember(content, 'role', place)
  if (role === undefined || role === '' || role === 'user' || role === 'function') return 'user'
  if (role === 'model') return 'model'
  throw new ProtocolError(`${place}.role`, 'must be user or model')
}

const addModelParts = (messages: ChatMessage[], given: readonly JsonObject[], ids: CallIds, place: string): void => {
  const last = messages.at(-1)
  const goesOn = last?.role === 'assistant'
  if (!goesOn) ids.beginTurn()
  const parts: AssistantPart[] = goesOn ? [...last.parts] : []
  for (const [index, part] of given.entries()) {
    textMember(part, 'text', `${place}.parts[${index}]`)
    for (const piece of readModelPart(part)) {
      // What the model said aloud cannot be told again in the common form.
      if (piece.type === 'sound') continue
      appendPart(parts, piece.type === 'call' ? toolCall(piece, ids) : piece)
    }
  }
  if (goesOn) messages.pop()
  messages.push({ role: 'assistant', parts })
}

const toolCall = (
  { id, name, arguments: written, signature }: Extract<ReturnType<typeof readModelPart>[number], { type: 'call' }>,
  ids: CallIds,
): ToolCallPart => ({
  type: 'tool_call',
  id: ids.begin(id, name),
  name,
  arguments: written,
  ...(signature === undefined ? {} : { signature }),
})

const addUserPart = (
  messages: ChatMessage[],
  part: JsonObject,
  ids: CallIds,
  place: string,
  isFirst: boolean,
): void => {
  const last = messages.at(-1)
  const response = objectMember(part, 'functionResponse', place)
  if (response !== undefined) {
    const result = readResult(response, ids, `${place}.functionResponse`)
    if (last?.role === 'tool') messages[messages.length - 1] = { role: 'tool', parts: [...last.parts, result] }
    else messages.push({ role: 'tool', parts: [result] })
    return
  }
  const read = readUserPart(part, place)
  if (last?.role === 'user' && !isFirst) messages[messages.length - 1] = { role: 'user', parts: [...last.parts, read] }
  else messages.push({ role: 'user', parts: [read] })
}

const readUserPart = (part: JsonObject, place: string): UserPart => {
  const text = textMember(part, 'text', place)
  if (text !== undefined) return { type: 'text', text }
  const media = readMedia(part)
  if (media === undefined) throw new ProtocolError(place, 'must be text, data, a file or the response of a function')
  return media
}

const readResult = (response: JsonObject, ids: CallIds, place: string): ToolResultPart => {
  const name = textMember(response, 'name', place) ?? ''
  const { text, failed } = readOutcome(objectMember(response, 'response', place) ?? {})
  const media = objectsMember(response, 'parts', place).map((part, index): ImagePart | DocumentPart => {
    const read = readMedia(part)
    if (read?.type === 'image' || read?.type === 'document') return read
    throw new ProtocolError(`${place}.parts[${index}]`, 'must be an image or a document')
  })
  return {
    type: 'tool_result',
    callId: ids.answer(textMember(response, 'id', place), name),
    name: name === '' ? undefined : name,
    parts: [{ type: 'text', text }, ...media],
    failed,
  }
}

/** Google's own two keys are taken off; any other object is the result itself. */
const readOutcome = (response: JsonObject): { text: string; failed: boolean } => {
  const [only, ...others] = Object.keys(response)
  const failed = only === 'error' && others.length === 0
  const wrapped = failed || (only === 'output' && others.length === 0)
  const value = wrapped && only !== undefined ? response[only] : response
  return { text: typeof value === 'string' ? value : JSON.stringify(value), failed }
}
