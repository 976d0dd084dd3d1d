import type {
  AssistantPart,
  AudioOutputPart,
  ReasoningPart,
  RedactedReasoningPart,
  Signature,
  Signer,
  ToolCallPart,
} from '../chat.ts'
import { isObject, type JsonObject, objectAt, textAt } from '../json/json.ts'

type Reasoning = ReasoningPart | RedactedReasoningPart

/**
 * How the seals of reasoning travel in this dialect: `reasoning_details` beside a message's content, one entry a block,
 * whose `format` tells the signer. Clients that keep the list and send it back can go on with the conversation.
 */
const formats: Readonly<Record<Signer, string>> = {
  anthropic: 'anthropic-claude-v1',
  gemini: 'google-gemini-v1',
  openai: 'openai-responses-v1',
}

/** The reasoning of a message: open text from whichever member the upstream keeps it in, and what is sealed. */
export const readReasoning = (message: JsonObject): Reasoning[] => {
  const plain = plainReasoning(message) ?? ''
  const parts = readReasoningDetails(message.reasoning_details)
  if (plain === '' || parts.some((part) => part.type === 'reasoning' && part.text !== '')) return parts
  const sealed = parts.findIndex((part) => part.type === 'reasoning')
  const seal = parts[sealed]
  if (seal?.type === 'reasoning') return parts.with(sealed, { ...seal, text: plain })
  return [{ type: 'reasoning', text: plain }, ...parts]
}

/** Reasoning that is told openly beside the details. */
export const plainReasoning = (message: JsonObject): string | undefined =>
  textAt(message, 'reasoning_content') ?? textAt(message, 'reasoning')

/** Each entry as a part; an entry that carries nothing, or a seal nobody here knows, is left out. */
export const readReasoningDetails = (details: unknown): Reasoning[] => {
  if (!Array.isArray(details)) return []
  const parts: Reasoning[] = []
  for (const detail of details) {
    const part = isObject(detail) ? readDetail(detail) : undefined
    if (part !== undefined) parts.push(part)
  }
  return parts
}

const readDetail = (detail: JsonObject): Reasoning | undefined => {
  const by = signerOf(detail)
  const id = textAt(detail, 'id')
  const named = id === undefined ? {} : { id }
  const data = textAt(detail, 'data')
  if (data !== undefined) return by === undefined ? undefined : { type: 'redacted_reasoning', data, by, ...named }
  const text = textAt(detail, 'text') ?? textAt(detail, 'thinking') ?? textAt(detail, 'summary') ?? ''
  const value = by === undefined ? undefined : textAt(detail, 'signature')
  if (text === '' && value === undefined) return undefined
  if (by === undefined || value === undefined) return { type: 'reasoning', text }
  return { type: 'reasoning', text, signature: { by, value }, ...named }
}

/** An entry without a format comes from a client that kept only the members it knows, and only one signer has those. */
const signerOf = (detail: JsonObject): Signer | undefined => {
  const format = textAt(detail, 'format')
  if (format === undefined) return 'anthropic'
  if (format.startsWith('anthropic-')) return 'anthropic'
  if (format.startsWith('google-gemini-')) return 'gemini'
  return format.endsWith('openai-responses-v1') ? 'openai' : undefined
}

/** The entry for a part; `index` counts the blocks of one message. */
export const writeReasoningDetail = (part: Reasoning, index: number): JsonObject => {
  const named = part.id === undefined ? {} : { id: part.id }
  if (part.type === 'redacted_reasoning') {
    return { type: 'reasoning.encrypted', data: part.data, ...named, format: formats[part.by], index }
  }
  if (part.signature === undefined) return { type: 'reasoning.text', text: part.text, format: 'unknown', index }
  const { by, value } = part.signature
  return { type: 'reasoning.text', text: part.text, signature: value, ...named, format: formats[by], index }
}

/** The seal of a tool call, where the layer that Gemini has for this dialect keeps it. */
export const readCallSignature = (call: JsonObject): Signature | undefined => {
  const value = textAt(objectAt(objectAt(call, 'extra_content'), 'google'), 'thought_signature')
  return value === undefined ? undefined : { by: 'gemini', value }
}

export const writeCallSignature = (signature: Signature | undefined): JsonObject =>
  signature?.by === 'gemini' ? { extra_content: { google: { thought_signature: signature.value } } } : {}

/** The seals of calls once more, as clients keep them that know no other place for it: each with the id of its call. */
export const writeCallSeals = (calls: readonly Pick<ToolCallPart, 'id' | 'signature'>[], first: number): JsonObject[] =>
  calls
    .flatMap(({ id, signature }) =>
      signature?.by === 'gemini'
        ? [{ type: 'redacted_reasoning' as const, data: signature.value, by: signature.by, id }]
        : [],
    )
    .map((part, index) => writeReasoningDetail(part, first + index))

/** A seal with the id of a call is the call's. */
export const withCallSeals = <Part extends AssistantPart | AudioOutputPart>(parts: readonly Part[]): Part[] => {
  const calls = new Set(parts.flatMap((part) => (part.type === 'tool_call' ? [part.id] : [])))
  const seals = new Map<string, Signature>()
  const left = parts.filter((part) => {
    if (part.type !== 'redacted_reasoning' || part.id === undefined || !calls.has(part.id)) return true
    seals.set(part.id, { by: part.by, value: part.data })
    return false
  })
  if (seals.size === 0) return left
  return left.map((part) => {
    const signature = part.type === 'tool_call' ? (part.signature ?? seals.get(part.id)) : undefined
    return signature === undefined ? part : { ...part, signature }
  })
}
