import { wrapFreeText } from '#protocols/anthropic-messages/answer-tool.ts'
import type { AssistantPart, ChatMessage, DocumentPart, Source, ToolResultPart, UserPart } from '#protocols/chat.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, parseLenient } from '#protocols/json/json.ts'

type Turn = { role: 'user' | 'assistant'; results: JsonObject[]; content: JsonObject[] }

/** Said where the dialect demands words and the client has none. */
const filler = { text: '...' }

/** Writes the turns: user and assistant in alternation, the user first, the results of tools ahead of what is said. */
export const writeMessages = (messages: readonly ChatMessage[]): JsonObject[] => {
  const turns: Turn[] = []
  const names = createDocumentNames()
  for (const message of messages) {
    const turn = turnFor(turns, message.role === 'assistant' ? 'assistant' : 'user')
    switch (message.role) {
      case 'user':
        for (const part of message.parts) turn.content.push(...writeUserPart(part, names))
        break
      case 'assistant':
        for (const part of message.parts) turn.content.push(...writeAssistantPart(part))
        break
      case 'tool':
        for (const part of message.parts) turn.results.push(writeToolResult(part, names))
    }
  }
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', results: [], content: [] })
  return turns.map(({ role, results, content }) => ({ role, content: completed([...results, ...content]) }))
}

const turnFor = (turns: Turn[], role: Turn['role']): Turn => {
  const last = turns.at(-1)
  if (last?.role === role) return last
  const turn: Turn = { role, results: [], content: [] }
  turns.push(turn)
  return turn
}

/** No turn may be empty, and a document must not stand without words. */
const completed = (blocks: readonly JsonObject[]): readonly JsonObject[] => {
  const isMute = blocks.some((block) => 'document' in block) && !blocks.some((block) => 'text' in block)
  return blocks.length === 0 || isMute ? [...blocks, filler] : blocks
}

type DocumentNames = (wished: string | undefined) => string

/** Names may hold few characters and must not repeat. */
const createDocumentNames = (): DocumentNames => {
  const used = new Set<string>()
  return (wished = 'document') => {
    const plain = wished
      .replace(/\.\w{1,5}$/, '')
      .replaceAll(/[^\w\-()[\]]+/g, ' ')
      .replaceAll('_', ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    const base = plain === '' ? 'document' : plain
    let name = base
    for (let count = 2; used.has(name); count += 1) name = `${base} ${count}`
    used.add(name)
    return name
  }
}

const writeUserPart = (part: UserPart, names: DocumentNames): JsonObject[] => {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ text: part.text }]
    case 'image':
      return [{ image: writeFile(part.source, 'image') }]
    case 'video':
      return [{ video: writeFile(part.source, 'video') }]
    case 'document':
      return [writeDocument(part, names)]
    case 'audio':
      throw new ProtocolError('messages', 'must not contain audio for this model')
  }
}

const writeAssistantPart = (part: AssistantPart): JsonObject[] => {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text === '' ? [] : [{ text: part.text }]
    case 'reasoning': {
      if (part.signature?.by !== 'anthropic') return []
      return [{ reasoningContent: { reasoningText: { text: part.text, signature: part.signature.value } } }]
    }
    case 'redacted_reasoning': {
      if (part.by !== 'anthropic') return []
      return [{ reasoningContent: { redactedContent: Buffer.from(part.data).toString('base64') } }]
    }
    case 'tool_call': {
      const input = part.custom === true ? wrapFreeText(part.arguments) : readArguments(part.arguments)
      return [{ toolUse: { toolUseId: toolId(part.id), name: part.name, input } }]
    }
    case 'image':
    case 'citation':
      return []
  }
}

const readArguments = (text: string): JsonObject => {
  if (text.trim() === '') return {}
  const parsed = parseLenient(text)
  return isObject(parsed) ? parsed : { arguments: text }
}

/** Other vendors' ids may hold dots and colons and be longer than allowed; call and result change alike. */
const toolId = (id: string): string => id.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(-64)

const writeToolResult = ({ callId, parts, failed }: ToolResultPart, names: DocumentNames): JsonObject => {
  const content = parts.flatMap((part) => writeUserPart(part, names))
  return {
    toolResult: {
      toolUseId: toolId(callId),
      content: content.length === 0 ? [filler] : content,
      ...(failed ? { status: 'error' } : {}),
    },
  }
}

const writeDocument = ({ name, source }: DocumentPart, names: DocumentNames): JsonObject => {
  if (source.kind === 'text') {
    const bytes = Buffer.from(source.text).toString('base64')
    return { document: { name: names(name), format: 'txt', source: { bytes } } }
  }
  if (source.kind === 'data' && source.mediaType.startsWith('image/')) return { image: writeFile(source, 'image') }
  return { document: { name: names(name), ...writeFile(source, 'document') } }
}

const writeFile = (source: Source, kind: 'image' | 'video' | 'document'): JsonObject => {
  if (source.kind !== 'data') throw new ProtocolError('messages', `must give every ${kind} as data for this model`)
  const format = formats[source.mediaType] ?? (source.mediaType.startsWith('text/') ? 'txt' : undefined)
  if (format === undefined) {
    throw new ProtocolError('messages', `must not contain a file of type ${source.mediaType} for this model`)
  }
  return { format, source: { bytes: source.base64 } }
}

const formats: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
  'video/webm': 'webm',
  'video/mpeg': 'mpeg',
  'video/x-flv': 'flv',
  'video/3gpp': 'three_gp',
  'video/x-ms-wmv': 'wmv',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/markdown': 'md',
  'text/plain': 'txt',
  'application/json': 'txt',
}
