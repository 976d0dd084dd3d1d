import type { AssistantPart, ChatMessage, ChatRequest, ChatTarget, ToolCallPart, ToolResultPart } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { writeOpenReasoning } from './open-reasoning.ts'
import { writeImage, writeResultPart, writeUserPart } from './write-parts.ts'

/** Instructions and input items of a conversation. */
export const writeInput = (
  { system, messages }: ChatRequest,
  { openReasoning }: Pick<ChatTarget, 'openReasoning'>,
): { instructions?: string; input: JsonObject[] } => {
  const instructions = system.map((part) => part.text).join('\n\n')
  const writeOpen = openReasoning === undefined ? undefined : writeOpenReasoning(openReasoning)
  const input = messages.flatMap((message) => writeMessage(message, writeOpen))
  if (instructions === '') return { input }
  // Something must be asked: instructions alone are a turn of their own.
  if (input.length === 0) return { input: [{ role: 'developer', content: instructions }] }
  return { instructions, input }
}

type WriteOpen = (text: string) => JsonObject

const writeMessage = (message: ChatMessage, writeOpen: WriteOpen | undefined): JsonObject[] => {
  switch (message.role) {
    case 'user': {
      const [first] = message.parts
      const isPlain = message.parts.length === 1 && first?.type === 'text'
      return [{ role: 'user', content: isPlain ? first.text : message.parts.map(writeUserPart) }]
    }
    case 'assistant':
      return writeAssistant(message.parts, writeOpen)
    case 'tool':
      return message.parts.map(writeResult)
  }
}

/** One turn becomes several items, in order; neighbouring texts are one message. */
const writeAssistant = (parts: readonly AssistantPart[], writeOpen: WriteOpen | undefined): JsonObject[] => {
  const items: JsonObject[] = []
  let content: JsonObject[] | undefined
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'refusal') {
      if (content === undefined) {
        content = []
        items.push({ role: 'assistant', content })
      }
      content.push(
        part.type === 'text' ? { type: 'output_text', text: part.text } : { type: 'refusal', refusal: part.text },
      )
      continue
    }
    const item = writeAssistantItem(part, writeOpen)
    if (item === undefined) continue
    items.push(item)
    content = undefined
  }
  return items
}

const writeAssistantItem = (
  part: Exclude<AssistantPart, { type: 'text' | 'refusal' }>,
  writeOpen: WriteOpen | undefined,
): JsonObject | undefined => {
  switch (part.type) {
    case 'tool_call':
      return writeCall(part)
    case 'reasoning':
      if (part.signature?.by === 'openai') return writeReasoning(part.text, part.signature.value)
      return part.text === '' ? undefined : writeOpen?.(part.text)
    case 'redacted_reasoning':
      return part.by === 'openai' ? writeReasoning('', part.data) : undefined
    case 'image':
      // The model's own pictures are taken only from the user.
      return { role: 'user', content: [writeImage(part)] }
    case 'citation':
      return undefined
  }
}

/** Without its id: the upstream would look for it among answers it keeps, and the sealed content is enough. */
const writeReasoning = (text: string, sealed: string): JsonObject => ({
  type: 'reasoning',
  summary: text === '' ? [] : [{ type: 'summary_text', text }],
  encrypted_content: sealed,
})

const writeCall = ({ id, name, arguments: text, custom }: ToolCallPart): JsonObject =>
  custom === true
    ? { type: 'custom_tool_call', call_id: id, name, input: text }
    : { type: 'function_call', call_id: id, name, arguments: text === '' ? '{}' : text }

const writeResult = ({ callId, parts, failed, custom }: ToolResultPart): JsonObject => {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  // Failure has no field of its own.
  const prefix = failed ? 'Error: ' : ''
  const items = parts.map(writeResultPart)
  if (failed) items.unshift({ type: 'input_text', text: prefix })
  return {
    type: custom === true ? 'custom_tool_call_output' : 'function_call_output',
    call_id: callId,
    output: texts.length === parts.length ? prefix + texts.join('\n') : items,
  }
}
