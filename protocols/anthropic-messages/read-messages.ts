import type {
  AssistantPart,
  CacheHint,
  ChatMessage,
  DocumentPart,
  ImagePart,
  ReasoningPart,
  Source,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  UserPart,
} from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, textAt } from '../json/json.ts'
import { objectIn, objectsIn, textIn, textOf } from './request-fields.ts'
import { readSeal, type Seal } from './seal.ts'

type ResultPart = TextPart | ImagePart | DocumentPart

/** Reads the turns. Instructions given in the middle come out beside them, in order. */
export const readMessages = (wire: readonly JsonObject[]): { messages: ChatMessage[]; system: TextPart[] } => {
  const messages: ChatMessage[] = []
  const system: TextPart[] = []
  const names = new Map<string, string>()
  for (const [index, message] of wire.entries()) {
    const field = `messages.${index}.content`
    const blocks = readBlocks(message, 'content', field)
    switch (message.role) {
      case 'user':
        messages.push(...readUser(blocks, field, names))
        break
      case 'assistant':
        messages.push({ role: 'assistant', parts: readAssistant(blocks, field, names) })
        break
      case 'system':
        system.push(...readTexts(blocks, field))
        break
      default:
        throw new ProtocolError(`messages.${index}.role`, 'must be one of user, assistant, system')
    }
  }
  return { messages, system }
}

export const readTexts = (blocks: readonly JsonObject[], field: string): TextPart[] =>
  blocks.map((block, index) => ({
    type: 'text',
    text: textOf(block, 'text', `${field}.${index}.text`),
    ...readCache(block),
  }))

export const readCache = (block: JsonObject): { cache?: CacheHint } => {
  if (!isObject(block.cache_control)) return {}
  const { ttl } = block.cache_control
  return { cache: { lifetime: ttl === '5m' || ttl === '1h' ? ttl : undefined } }
}

const readBlocks = (holder: JsonObject, key: string, field: string): readonly JsonObject[] => {
  const content = holder[key] ?? undefined
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) throw new ProtocolError(field, 'must be a string or an array of blocks')
  return objectsIn(holder, key, field)
}

/** One user turn may hold results of tools and words: the results go ahead as a message of their own. */
const readUser = (blocks: readonly JsonObject[], field: string, names: ReadonlyMap<string, string>): ChatMessage[] => {
  const results: ToolResultPart[] = []
  const parts: UserPart[] = []
  for (const [index, block] of blocks.entries()) {
    const at = `${field}.${index}`
    if (block.type === 'tool_result') results.push(readToolResult(block, at, names))
    else parts.push(readResultPart(block, at))
  }
  return [
    ...(results.length === 0 ? [] : [{ role: 'tool' as const, parts: results }]),
    ...(parts.length === 0 ? [] : [{ role: 'user' as const, parts }]),
  ]
}

const readToolResult = (block: JsonObject, field: string, names: ReadonlyMap<string, string>): ToolResultPart => {
  const callId = textOf(block, 'tool_use_id', `${field}.tool_use_id`)
  const told = block.content === undefined || block.content === null
  const blocks = told ? [] : readBlocks(block, 'content', `${field}.content`)
  return {
    type: 'tool_result',
    callId,
    name: names.get(callId),
    parts: blocks
      .filter((part) => part.type !== 'tool_reference')
      .map((part, index) => readResultPart(part, `${field}.content.${index}`)),
    failed: block.is_error === true,
    ...readCache(block),
  }
}

const readResultPart = (block: JsonObject, field: string): ResultPart => {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: textOf(block, 'text', `${field}.text`), ...readCache(block) }
    case 'image':
      return { type: 'image', source: readSource(block, field), ...readCache(block) }
    case 'document':
      return readDocument(block, field)
    case 'search_result':
      return { type: 'text', text: readSearchResult(block, field), ...readCache(block) }
    default:
      throw new ProtocolError(`${field}.type`, `${String(block.type)} is not known to this model`)
  }
}

const readDocument = (block: JsonObject, field: string): ResultPart => {
  const name = textAt(block, 'title')
  return { type: 'document', name, source: readSource(block, field), ...readCache(block) }
}

const readSource = (block: JsonObject, field: string): Source => {
  const at = `${field}.source`
  const source = objectIn(block, 'source', at) ?? {}
  switch (source.type) {
    case 'base64':
      return {
        kind: 'data',
        mediaType: textOf(source, 'media_type', `${at}.media_type`),
        base64: textOf(source, 'data', `${at}.data`),
      }
    case 'url':
      return { kind: 'url', url: textOf(source, 'url', `${at}.url`) }
    case 'file':
      return { kind: 'file', id: textOf(source, 'file_id', `${at}.file_id`) }
    case 'text':
      return { kind: 'text', text: textOf(source, 'data', `${at}.data`) }
    case 'content': {
      const texts = readTexts(readBlocks(source, 'content', `${at}.content`), `${at}.content`)
      return { kind: 'text', text: texts.map(({ text }) => text).join('\n') }
    }
    default:
      throw new ProtocolError(`${at}.type`, 'must be one of base64, url, file, text, content')
  }
}

const readSearchResult = (block: JsonObject, field: string): string => {
  const texts = readTexts(readBlocks(block, 'content', `${field}.content`), `${field}.content`)
  return [textAt(block, 'title'), textAt(block, 'source'), ...texts.map(({ text }) => text)]
    .filter((line) => line !== undefined)
    .join('\n')
}

const readAssistant = (blocks: readonly JsonObject[], field: string, names: Map<string, string>): AssistantPart[] => {
  const parts: AssistantPart[] = []
  const callSeals = new Map<string, Seal>()
  for (const [index, block] of blocks.entries()) {
    const at = `${field}.${index}`
    switch (block.type) {
      case 'text':
        parts.push({ type: 'text', text: textOf(block, 'text', `${at}.text`), ...readCache(block) })
        break
      case 'thinking':
        parts.push(readThinking(block, at))
        break
      case 'redacted_thinking': {
        const seal = readSeal(textOf(block, 'data', `${at}.data`))
        if (seal.call === undefined)
          parts.push({ type: 'redacted_reasoning', data: seal.value, by: seal.by, ...idOf(seal) })
        else callSeals.set(seal.call, seal)
        break
      }
      case 'tool_use': {
        const call = readToolUse(block, at, callSeals)
        names.set(call.id, call.name)
        parts.push(call)
        break
      }
      // A summary stands for all that came before it.
      case 'compaction':
        if (typeof block.content === 'string') parts.push({ type: 'text', text: block.content })
    }
  }
  return parts
}

const readThinking = (block: JsonObject, field: string): ReasoningPart => {
  const text = textOf(block, 'thinking', `${field}.thinking`)
  const signature = textIn(block, 'signature', `${field}.signature`) ?? ''
  if (signature === '') return { type: 'reasoning', text }
  const seal = readSeal(signature)
  return { type: 'reasoning', text, signature: { by: seal.by, value: seal.value }, ...idOf(seal) }
}

const readToolUse = (block: JsonObject, field: string, seals: ReadonlyMap<string, Seal>): ToolCallPart => {
  const id = textOf(block, 'id', `${field}.id`)
  const seal = seals.get(id)
  return {
    type: 'tool_call',
    id,
    name: textOf(block, 'name', `${field}.name`),
    arguments: JSON.stringify(block.input ?? {}),
    ...(seal === undefined ? {} : { signature: { by: seal.by, value: seal.value } }),
    ...readCache(block),
  }
}

const idOf = ({ id }: Seal) => (id === undefined ? {} : { id })
