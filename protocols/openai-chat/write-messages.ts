import type {
  AssistantPart,
  ChatMessage,
  ChatTarget,
  DocumentPart,
  ImagePart,
  ReasoningPart,
  RedactedReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  UserPart,
} from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { writeCallSeals, writeReasoningDetail } from './reasoning-details.ts'
import { textOfDocument, writeCacheMark, writeContent } from './write-content.ts'
import { writeCall } from './write-message.ts'

/**
 * The conversation as an upstream of this dialect reads it. Only users can show pictures and files: what a tool or the
 * model itself showed is told at the beginning of what the user says next.
 */
export const writeMessages = (
  system: readonly TextPart[],
  messages: readonly ChatMessage[],
  { signer }: ChatTarget,
): JsonObject[] => {
  const marks = signer === 'anthropic'
  const written = writeSystem(system, marks)
  let shown: UserPart[] = []
  const flush = (): void => {
    if (shown.length > 0) written.push({ role: 'user', content: writeContent(shown, false) })
    shown = []
  }
  for (const message of messages) {
    switch (message.role) {
      case 'user':
        written.push({ role: 'user', content: writeContent([...shown, ...message.parts], marks) })
        shown = []
        break
      case 'assistant':
        flush()
        written.push(writeAssistant(message.parts, signer))
        shown = message.parts.filter((part) => part.type === 'image')
        break
      case 'tool':
        for (const result of message.parts) {
          const pictures = result.parts.filter(mustBeShown)
          written.push(writeResult(result, pictures.length > 0, marks))
          shown.push(...pictures)
        }
    }
  }
  flush()
  return written
}

/** One message: several instructions in a row are more than some upstreams' templates take. */
const writeSystem = (system: readonly TextPart[], marks: boolean): JsonObject[] => {
  if (system.length === 0) return []
  if (marks && system.some((part) => part.cache !== undefined)) {
    return [{ role: 'system', content: writeContent(system, marks) }]
  }
  return [{ role: 'system', content: system.map((part) => part.text).join('\n') }]
}

const writeAssistant = (parts: readonly AssistantPart[], signer: ChatTarget['signer']): JsonObject => {
  const text = joined(parts, 'text')
  const refusal = joined(parts, 'refusal')
  const calls = parts.filter((part) => part.type === 'tool_call')
  return {
    role: 'assistant',
    content: text === '' && (calls.length > 0 || refusal !== '') ? null : text,
    ...(refusal === '' ? {} : { refusal }),
    ...writeReasoning(parts, signer),
    ...(calls.length > 0 ? { tool_calls: calls.map((call) => writeCall(ownSeal(call, signer))) } : {}),
  }
}

const joined = (parts: readonly AssistantPart[], type: 'text' | 'refusal' | 'reasoning'): string => {
  let text = ''
  for (const part of parts) if (part.type === type) text += part.text
  return text
}

/** Seals go to their signer alone; anyone may read what was thought openly. */
const writeReasoning = (parts: readonly AssistantPart[], signer: ChatTarget['signer']): JsonObject => {
  const text = joined(parts, 'reasoning')
  const sealed = parts.filter(
    (part): part is ReasoningPart | RedactedReasoningPart =>
      (part.type === 'redacted_reasoning' && part.by === signer) ||
      (part.type === 'reasoning' && part.signature !== undefined && part.signature.by === signer),
  )
  const ofCalls = signer === 'gemini' ? parts.filter((part) => part.type === 'tool_call') : []
  const details = [...sealed.map(writeReasoningDetail), ...writeCallSeals(ofCalls, sealed.length)]
  return {
    ...(text === '' ? {} : { reasoning_content: text }),
    ...(details.length > 0 ? { reasoning_details: details } : {}),
  }
}

const ownSeal = (call: ToolCallPart, signer: ChatTarget['signer']): ToolCallPart => {
  if (call.signature === undefined || call.signature.by === signer) return call
  const { signature: _, ...unsigned } = call
  return unsigned
}

type ResultPart = TextPart | ImagePart | DocumentPart

const mustBeShown = (part: ResultPart): part is ImagePart | DocumentPart =>
  part.type === 'image' || (part.type === 'document' && textOfDocument(part) === undefined)

const writeResult = (
  { callId, parts, failed, cache }: ToolResultPart,
  showsMore: boolean,
  marks: boolean,
): JsonObject => {
  const texts = parts.flatMap((part) => {
    if (part.type === 'text') return [part.text]
    return part.type === 'document' ? (textOfDocument(part)?.text ?? []) : []
  })
  if (showsMore) texts.push('(The image or file of this result follows in the next message.)')
  const text = (failed ? 'Error: ' : '') + texts.join('\n')
  const mark = marks ? writeCacheMark(cache ?? lastMark(parts)) : {}
  const content = mark.cache_control === undefined ? text : [{ type: 'text', text, ...mark }]
  return { role: 'tool', tool_call_id: callId, content }
}

const lastMark = (parts: readonly ResultPart[]) => parts.findLast((part) => part.cache !== undefined)?.cache
