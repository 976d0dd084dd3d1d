import type { AssistantPart, ChatMessage, TextPart, ToolCallPart, ToolResultPart } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, textAt } from '../json/json.ts'
import { objectField, objectsField, pathOf, requiredText, textField } from './fields.ts'
import { readContent, readTexts } from './read-content.ts'
import { readAnswerParts } from './read-message.ts'
import { readCallSignature, withCallSeals } from './reasoning-details.ts'

export type Conversation = { system: readonly TextPart[]; messages: readonly ChatMessage[] }

/** Instructions apart from the rest, and results of tools together as they answer one message. */
export const readMessages = (body: JsonObject): Conversation => {
  const system: TextPart[] = []
  const messages: ChatMessage[] = []
  const calls = createCalls()
  for (const [index, message] of objectsField(body, 'messages').entries()) {
    const path = pathOf('messages', index)
    const content = pathOf(path, 'content')
    switch (message.role) {
      case 'system':
      case 'developer':
        system.push(...readTexts(message.content, content))
        break
      case undefined:
      case 'user':
        messages.push({ role: 'user', parts: readContent(message.content, content) })
        break
      case 'assistant': {
        const parts = readAssistant(message, path, index)
        calls.begin(parts.filter((part) => part.type === 'tool_call'))
        messages.push({ role: 'assistant', parts })
        break
      }
      case 'tool':
      case 'function': {
        const result = readResult(message, path, calls)
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

const readAssistant = (message: JsonObject, path: string, index: number): AssistantPart[] => {
  const parts: AssistantPart[] = readAnswerParts(message, pathOf(path, 'content'))
  for (const [position, call] of objectsField(message, 'tool_calls', path).entries()) {
    parts.push(readCall(call, pathOf(pathOf(path, 'tool_calls'), position), `call_${index}_${position}`))
  }
  const legacy = objectField(message, 'function_call', path)
  if (legacy !== undefined) {
    const name = requiredText(legacy, 'name', pathOf(path, 'function_call'))
    parts.push({ type: 'tool_call', id: `call_${index}`, name, arguments: textAt(legacy, 'arguments') ?? '{}' })
  }
  // A recording is named by an id that only its own upstream knows; with words beside it little is lost.
  if (isObject(message.audio) && parts.length === 0) {
    throw new ProtocolError(pathOf(path, 'audio'), 'names a recording that cannot be told to this model')
  }
  return withCallSeals(parts)
}

/** Calls without an id get one of their place, so that their results can be told apart. */
const readCall = (call: JsonObject, path: string, fallbackId: string): ToolCallPart => {
  const id = textField(call, 'id', path) || fallbackId
  if (call.type === 'custom') {
    const place = pathOf(path, 'custom')
    const custom = objectField(call, 'custom', path) ?? {}
    const name = requiredText(custom, 'name', place)
    return { type: 'tool_call', id, name, arguments: textField(custom, 'input', place) ?? '', custom: true }
  }
  const place = pathOf(path, 'function')
  const made = objectField(call, 'function', path)
  if (made === undefined) throw new ProtocolError(place, 'is missing')
  const given = isObject(made.arguments) ? JSON.stringify(made.arguments) : textField(made, 'arguments', place)
  const signature = readCallSignature(call)
  return {
    type: 'tool_call',
    id,
    name: requiredText(made, 'name', place),
    arguments: given === undefined || given.trim() === '' ? '{}' : given,
    ...(signature === undefined ? {} : { signature }),
  }
}

const readResult = (message: JsonObject, path: string, calls: Calls): ToolResultPart => {
  const name = textField(message, 'name', path)
  const call = calls.answered(textField(message, 'tool_call_id', path), name)
  if (call === undefined) throw new ProtocolError(pathOf(path, 'tool_call_id'), 'answers no tool call before it')
  const parts = readContent(message.content, pathOf(path, 'content')).map((part) => {
    if (part.type === 'text' || part.type === 'image' || part.type === 'document') return part
    throw new ProtocolError(pathOf(path, 'content'), 'must hold text, images or files')
  })
  return {
    type: 'tool_result',
    callId: call.id,
    name: name ?? call.name,
    parts,
    failed: false,
    ...(call.custom === true ? { custom: true } : {}),
  }
}

type Call = Pick<ToolCallPart, 'id'> & { name: string | undefined; custom?: boolean }
type Calls = { begin: (calls: readonly Call[]) => void; answered: (id?: string, name?: string) => Call | undefined }

/** Which call a result answers: by its id, else the first one that is still open. */
const createCalls = (): Calls => {
  const byId = new Map<string, Call>()
  let open: Call[] = []
  return {
    begin: (calls) => {
      for (const call of calls) byId.set(call.id, call)
      open = [...calls]
    },
    answered: (id, name) => {
      const isMeant = (call: Call) =>
        id === undefined || id === '' ? name === undefined || call.name === name : call.id === id
      const found = open.find(isMeant)
      if (found !== undefined) open = open.filter((call) => call !== found)
      if (found !== undefined || id === undefined || id === '') return found
      // The call may have been cut off the conversation: its result is told all the same.
      return byId.get(id) ?? { id, name: undefined }
    },
  }
}
