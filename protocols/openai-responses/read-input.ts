import type {
  AssistantPart,
  ChatMessage,
  ImagePart,
  Signature,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  UserPart,
} from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { listField, requiredText, textField } from './fields.ts'
import { textOfReasoning } from './open-reasoning.ts'
import { mediaTypeOfPicture } from './picture.ts'
import { readAssistantParts, readResultParts, readTextParts, readUserParts } from './read-parts.ts'
import { readSeal, reasoningPartOf, signatureOf } from './seal.ts'
import { groupedName } from './tool-names.ts'

type Conversation = { system: TextPart[]; messages: ChatMessage[] }

/** Reads instructions and input items, which stand in a row here, into the turns of a conversation. */
export const readInput = (input: unknown, instructions: string | undefined): Conversation => {
  const state = createState(instructions)
  const items: unknown = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  if (!Array.isArray(items) || items.length === 0) {
    throw new ProtocolError('input', 'must be a string or a non-empty array')
  }
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) throw new ProtocolError(`input[${index}]`, 'must be an object')
    readItem(state, item, `input[${index}]`)
  }
  return { system: state.system, messages: state.messages }
}

type Turn =
  | { role: 'user'; parts: UserPart[] }
  | { role: 'assistant'; parts: AssistantPart[] }
  | { role: 'tool'; parts: ToolResultPart[] }

type State = {
  system: TextPart[]
  messages: Turn[]
  toolNames: Map<string, string>
  /** Belongs to the next tool call: such seals stand in a reasoning item before it. */
  callSignature: Signature | undefined
}

const createState = (instructions: string | undefined): State => ({
  system: instructions === undefined || instructions === '' ? [] : [{ type: 'text', text: instructions }],
  messages: [],
  toolNames: new Map(),
  callSignature: undefined,
})

/** What the upstream's own tools left behind; the text that follows tells what came of it. */
const traces = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'mcp_list_tools',
  'mcp_call',
  'tool_search_call',
  'tool_search_output',
  'program',
  'program_output',
])

const readItem = (state: State, item: JsonObject, place: string): void => {
  switch (item.type) {
    case undefined:
    case null:
    case 'message':
      if (item.content === undefined && item.type !== 'message') break
      readMessage(state, item, place)
      return
    case 'function_call':
    case 'custom_tool_call':
      assistantParts(state).push(readCall(state, item, place))
      return
    case 'function_call_output':
    case 'custom_tool_call_output':
      resultParts(state).push(readResult(state, item, place))
      return
    case 'reasoning':
      readReasoning(state, item, place)
      return
    case 'image_generation_call': {
      const picture = readPicture(item)
      if (picture !== undefined) assistantParts(state).push(picture)
      return
    }
    default:
      if (typeof item.type === 'string' && traces.has(item.type)) return
  }
  throw new ProtocolError(`${place}.type`, `${String(item.type ?? 'item_reference')} items are not supported here`)
}

const readMessage = (state: State, item: JsonObject, place: string): void => {
  switch (item.role) {
    case undefined:
    case null:
    case 'user':
      state.messages.push({ role: 'user', parts: readUserParts(item.content, `${place}.content`) })
      return
    case 'assistant':
      assistantParts(state).push(...readAssistantParts(item.content, `${place}.content`))
      return
    case 'system':
    case 'developer':
      state.system.push(...readTextParts(item.content, `${place}.content`))
      return
    default:
      throw new ProtocolError(`${place}.role`, 'must be user, assistant, system or developer')
  }
}

const readCall = (state: State, item: JsonObject, place: string): ToolCallPart => {
  const id = requiredText(item, 'call_id', `${place}.call_id`)
  const name = groupedName(
    textField(item, 'namespace', `${place}.namespace`),
    requiredText(item, 'name', `${place}.name`),
  )
  const isCustom = item.type === 'custom_tool_call'
  const key = isCustom ? 'input' : 'arguments'
  const part: ToolCallPart = { type: 'tool_call', id, name, arguments: textField(item, key, `${place}.${key}`) ?? '' }
  if (isCustom) part.custom = true
  if (state.callSignature !== undefined) part.signature = state.callSignature
  state.callSignature = undefined
  state.toolNames.set(id, name)
  return part
}

const readResult = (state: State, item: JsonObject, place: string): ToolResultPart => {
  const callId = requiredText(item, 'call_id', `${place}.call_id`)
  return {
    type: 'tool_result',
    callId,
    name: state.toolNames.get(callId),
    parts: readResultParts(item.output, `${place}.output`),
    failed: false,
    ...(item.type === 'custom_tool_call_output' ? { custom: true } : {}),
  }
}

const readReasoning = (state: State, item: JsonObject, place: string): void => {
  listField(item, 'summary', `${place}.summary`)
  listField(item, 'content', `${place}.content`)
  const text = textOfReasoning(item)
  const sealed = textField(item, 'encrypted_content', `${place}.encrypted_content`)
  const seal = sealed === undefined || sealed === '' ? undefined : readSeal(sealed, text !== '')
  if (seal?.kind === 'call') {
    state.callSignature = signatureOf(seal)
    return
  }
  const part = reasoningPartOf(text, seal, textField(item, 'id', `${place}.id`))
  if (part !== undefined) assistantParts(state).push(part)
}

const readPicture = (item: JsonObject): ImagePart | undefined => {
  const { result } = item
  if (typeof result !== 'string' || result === '') return undefined
  const mediaType = mediaTypeOfPicture(item.output_format, result)
  return { type: 'image', source: { kind: 'data', mediaType, base64: result } }
}

const assistantParts = (state: State): AssistantPart[] => {
  const last = state.messages.at(-1)
  if (last?.role === 'assistant') return last.parts
  const parts: AssistantPart[] = []
  state.messages.push({ role: 'assistant', parts })
  return parts
}

const resultParts = (state: State): ToolResultPart[] => {
  const last = state.messages.at(-1)
  if (last?.role === 'tool') return last.parts
  const parts: ToolResultPart[] = []
  state.messages.push({ role: 'tool', parts })
  return parts
}
