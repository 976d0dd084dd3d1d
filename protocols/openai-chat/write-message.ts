import type { AssistantPart, AudioOutputPart, CitationPart, ImagePart, ToolCallPart } from '../chat.ts'
import { writeDataUri } from '../data-uri.ts'
import type { JsonObject } from '../json/json.ts'
import { writeCallSeals, writeCallSignature, writeReasoningDetail } from './reasoning-details.ts'

type Part = AssistantPart | AudioOutputPart

/** `text`: as most clients read it; `details`: also as clients of routers do. */
export type ReasoningForm = 'hidden' | 'text' | 'details'

/** A model's message as clients read it. */
export const writeMessage = (parts: readonly Part[], form: ReasoningForm): JsonObject => {
  const text = textOf(parts, 'text')
  const refusal = textOf(parts, 'refusal')
  const calls = parts.filter((part) => part.type === 'tool_call')
  const images = parts.flatMap((part) => (part.type === 'image' ? (writeImage(part) ?? []) : []))
  const citations = parts.filter((part) => part.type === 'citation')
  const audio = parts.find((part) => part.type === 'audio_output')
  const hasOther = calls.length > 0 || refusal !== '' || audio !== undefined
  return {
    role: 'assistant',
    content: text === '' && hasOther ? null : text,
    refusal: refusal === '' ? null : refusal,
    ...(form === 'hidden' ? {} : writeReasoning(parts, form)),
    ...(images.length > 0 ? { images } : {}),
    ...(citations.length > 0 ? { annotations: citations.map(writeCitation) } : {}),
    ...(audio === undefined ? {} : { audio: writeAudio(audio) }),
    ...(calls.length > 0 ? { tool_calls: calls.map(writeCall) } : {}),
  }
}

export const writeCall = ({ id, name, custom, arguments: given, signature }: ToolCallPart): JsonObject =>
  custom === true
    ? { id, type: 'custom', custom: { name, input: given } }
    : {
        id,
        type: 'function',
        function: { name, arguments: given === '' ? '{}' : given },
        ...writeCallSignature(signature),
      }

export const writeImage = ({ source, detail }: ImagePart): JsonObject | undefined => {
  const url = source.kind === 'data' ? writeDataUri(source) : source.kind === 'url' ? source.url : undefined
  if (url === undefined) return undefined
  return { type: 'image_url', image_url: { url, ...(detail === undefined ? {} : { detail }) } }
}

export const writeCitation = ({ url, title, quote, start = 0, end = 0 }: CitationPart): JsonObject => ({
  type: 'url_citation',
  url_citation: { start_index: start, end_index: end, url, title, ...(quote === undefined ? {} : { content: quote }) },
})

const writeAudio = ({ id, base64, transcript, expiresAt }: AudioOutputPart): JsonObject => ({
  id,
  data: base64,
  transcript,
  expires_at: expiresAt,
})

/** Open words under each name that is looked for. */
export const writeThought = (text: string, form: ReasoningForm): JsonObject =>
  form === 'details' ? { reasoning_content: text, reasoning: text } : { reasoning_content: text }

const writeReasoning = (parts: readonly Part[], form: ReasoningForm): JsonObject => {
  const blocks = parts.filter((part) => part.type === 'reasoning' || part.type === 'redacted_reasoning')
  const text = textOf(blocks, 'reasoning')
  const ofCalls = writeCallSeals(
    parts.filter((part) => part.type === 'tool_call'),
    blocks.length,
  )
  const sealed =
    ofCalls.length > 0 || blocks.some((part) => part.type === 'redacted_reasoning' || part.signature !== undefined)
  return {
    ...(text === '' ? {} : writeThought(text, form)),
    ...(sealed || (form === 'details' && blocks.length > 0)
      ? { reasoning_details: [...blocks.map(writeReasoningDetail), ...ofCalls] }
      : {}),
  }
}

const textOf = (parts: readonly Part[], type: 'text' | 'refusal' | 'reasoning'): string => {
  let text = ''
  for (const part of parts) if (part.type === type) text += part.text
  return text
}
