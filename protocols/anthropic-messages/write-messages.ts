import type {
  AssistantPart,
  ChatMessage,
  ChatTarget,
  DocumentPart,
  ImagePart,
  ToolResultPart,
  UserPart,
} from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, parseLenient } from '../json/json.ts'
import { wrapFreeText } from './answer-tool.ts'
import type { CacheMarks } from './cache-marks.ts'

type Turn = { role: 'user' | 'assistant'; results: JsonObject[]; content: JsonObject[] }

/** Said where the dialect demands words and the client has none. */
const filler = { type: 'text', text: '...' }

/** Writes the turns: user and assistant in alternation, the user first, the results of tools ahead of what is said. */
export const writeMessages = (
  messages: readonly ChatMessage[],
  marks: CacheMarks,
  { openReasoning }: Pick<ChatTarget, 'openReasoning'>,
): JsonObject[] => {
  const turns: Turn[] = []
  // Pictures the model made itself can only be shown to it by the user.
  const pictures: JsonObject[] = []
  for (const [index, message] of messages.entries()) {
    const turn = turnFor(turns, message.role === 'assistant' ? 'assistant' : 'user')
    const field = `messages.${index}`
    if (message.role !== 'assistant') turn.content.push(...pictures.splice(0))
    switch (message.role) {
      case 'user':
        for (const part of message.parts) turn.content.push(...writeUserPart(part, field, marks))
        break
      case 'assistant':
        for (const part of message.parts) {
          if (part.type === 'image') pictures.push(writeImage(part, field, marks))
          else turn.content.push(...writeAssistantPart(part, marks, openReasoning !== undefined))
        }
        break
      case 'tool':
        for (const part of message.parts) turn.results.push(writeToolResult(part, field, marks))
    }
  }
  const last = turns.at(-1)
  if (last?.role === 'assistant') {
    last.content = trimmedEnd(last.content)
    if (last.content.length === 0) turns.pop()
  }
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', results: [], content: [filler] })
  return turns.map(({ role, results, content }) => {
    const blocks = [...results, ...content]
    return { role, content: blocks.length === 0 ? [filler] : blocks }
  })
}

const turnFor = (turns: Turn[], role: Turn['role']): Turn => {
  const last = turns.at(-1)
  if (last?.role === role) return last
  const turn: Turn = { role, results: [], content: [] }
  turns.push(turn)
  return turn
}

/** A final assistant turn is gone on with by the model and must not end in white space. */
const trimmedEnd = (content: JsonObject[]): JsonObject[] => {
  const last = content.at(-1)
  if (last?.type !== 'text' || typeof last.text !== 'string') return content
  const text = last.text.trimEnd()
  return text === '' ? content.slice(0, -1) : [...content.slice(0, -1), { ...last, text }]
}

const writeUserPart = (part: UserPart, field: string, marks: CacheMarks): JsonObject[] => {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ type: 'text', text: part.text, ...marks.of(part.cache) }]
    case 'image':
      return [writeImage(part, field, marks)]
    case 'document':
      return [writeDocument(part, field, marks)]
    case 'audio':
    case 'video':
      throw new ProtocolError(field, `must not contain ${part.type} for this model`)
  }
}

const writeAssistantPart = (
  part: Exclude<AssistantPart, ImagePart>,
  marks: CacheMarks,
  takesOpenReasoning: boolean,
): JsonObject[] => {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ type: 'text', text: part.text, ...marks.of(part.cache) }]
    case 'refusal':
      return part.text === '' ? [] : [{ type: 'text', text: part.text }]
    case 'reasoning':
      if (part.signature?.by === 'anthropic') {
        return [{ type: 'thinking', thinking: part.text, signature: part.signature.value }]
      }
      return takesOpenReasoning && part.text !== '' ? [{ type: 'thinking', thinking: part.text, signature: '' }] : []
    case 'redacted_reasoning':
      return part.by === 'anthropic' ? [{ type: 'redacted_thinking', data: part.data }] : []
    case 'tool_call': {
      const input = part.custom === true ? wrapFreeText(part.arguments) : readArguments(part.arguments)
      return [{ type: 'tool_use', id: toolId(part.id), name: part.name, input, ...marks.of(part.cache) }]
    }
    case 'citation':
      return []
  }
}

/** What is not an object, such as arguments that were cut off, stays readable for the model. */
const readArguments = (text: string): JsonObject => {
  if (text.trim() === '') return {}
  const parsed = parseLenient(text)
  return isObject(parsed) ? parsed : { arguments: text }
}

/** Other vendors' ids may hold dots and colons, which are refused here; call and result change alike. */
const toolId = (id: string): string => id.replaceAll(/[^a-zA-Z0-9_-]/g, '_')

const writeToolResult = (part: ToolResultPart, field: string, marks: CacheMarks): JsonObject => {
  const [first, ...others] = part.parts
  const plain = others.length === 0 && first?.type === 'text' && first.cache === undefined ? first.text : undefined
  const content = plain ?? part.parts.flatMap((each) => writeUserPart(each, field, marks))
  return {
    type: 'tool_result',
    tool_use_id: toolId(part.callId),
    ...(content.length === 0 ? {} : { content }),
    ...(part.failed ? { is_error: true } : {}),
    ...marks.of(part.cache),
  }
}

const writeImage = ({ source, cache }: ImagePart, field: string, marks: CacheMarks): JsonObject => {
  switch (source.kind) {
    case 'data': {
      const mediaType = source.mediaType === 'image/jpg' ? 'image/jpeg' : source.mediaType
      return {
        type: 'image',
        source: { type: 'base64', media_type: mediaType, data: source.base64 },
        ...marks.of(cache),
      }
    }
    case 'url':
      return { type: 'image', source: { type: 'url', url: source.url }, ...marks.of(cache) }
    case 'file':
      return { type: 'image', source: writeFile(source.id, field), ...marks.of(cache) }
    case 'text':
      throw new ProtocolError(field, 'has an image without its bytes')
  }
}

const writeDocument = (part: DocumentPart, field: string, marks: CacheMarks): JsonObject => {
  const { source, name, cache } = part
  if (source.kind === 'data' && source.mediaType.startsWith('image/')) {
    return writeImage({ type: 'image', source, ...(cache === undefined ? {} : { cache }) }, field, marks)
  }
  return {
    type: 'document',
    source: writeDocumentSource(source, field),
    ...(name === undefined ? {} : { title: name }),
    ...marks.of(cache),
  }
}

const writeDocumentSource = (source: DocumentPart['source'], field: string): JsonObject => {
  switch (source.kind) {
    case 'data':
      if (source.mediaType === 'application/pdf') {
        return { type: 'base64', media_type: source.mediaType, data: source.base64 }
      }
      if (isText(source.mediaType)) {
        return { type: 'text', media_type: 'text/plain', data: Buffer.from(source.base64, 'base64').toString('utf8') }
      }
      throw new ProtocolError(field, `must not contain a file of type ${source.mediaType} for this model`)
    case 'url':
      return { type: 'url', url: source.url }
    case 'file':
      return writeFile(source.id, field)
    case 'text':
      return { type: 'text', media_type: 'text/plain', data: source.text }
  }
}

const isText = (mediaType: string): boolean =>
  mediaType.startsWith('text/') || /^application\/(?:json|xml|yaml|x-yaml|javascript|x-ndjson)\b/.test(mediaType)

const writeFile = (id: string, field: string): JsonObject => {
  if (!id.startsWith('file_')) throw new ProtocolError(field, 'names a file that was given to another provider')
  return { type: 'file', file_id: id }
}
