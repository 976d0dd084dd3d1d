import type { AssistantPart, AudioOutputPart, ChatChoice, ChatReply, CitationPart, ReplyContext } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { withoutUndefined } from './fields.ts'
import { writeFinish } from './finish.ts'
import { writeGrounding } from './grounding.ts'
import { writeLogprobs } from './logprobs.ts'
import { writeRedacted, writeSignature } from './seal.ts'
import { writeUsage } from './usage.ts'
import { bareSeal, callPart, carrying, malformedCall, sealPart, soundPart, thoughtPart } from './write-parts.ts'

/** Writes a whole answer for a client. */
export const writeReply = (reply: ChatReply, context: ReplyContext): JsonObject =>
  withoutUndefined({
    candidates: reply.choices
      .filter(({ index }) => index < context.request.choices)
      .map((choice) => writeCandidate(choice, context)),
    usageMetadata: reply.usage === undefined ? undefined : writeUsage(reply.usage),
    modelVersion: context.model,
    responseId: reply.id === '' ? context.newId() : reply.id,
    createTime: reply.created === undefined ? undefined : writeTime(reply.created),
  })

/** No time where an upstream told one that is beyond any calendar. */
const writeTime = (seconds: number): string | undefined => {
  const time = new Date(seconds * 1000)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

const writeCandidate = (choice: ChatChoice, context: ReplyContext): JsonObject => {
  const parts: JsonObject[] = []
  const citations: CitationPart[] = []
  let broken = false
  let seal: string | undefined
  const add = (part: JsonObject): void => {
    parts.push(...(seal === undefined ? [part] : carrying(part, seal)))
    seal = undefined
  }
  for (const part of choice.parts) {
    const bare = wordlessSeal(part)
    if (bare !== undefined) {
      if (seal !== undefined) parts.push(bareSeal(seal))
      seal = bare
    } else if (part.type === 'citation') citations.push(part)
    else if (part.type === 'tool_call') {
      const call = callPart(part)
      if (call === undefined) broken = true
      else add(call)
    } else if (part.type !== 'redacted_reasoning') for (const written of writePart(part, context)) add(written)
  }
  if (seal !== undefined) parts.push(bareSeal(seal))
  const text = choice.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return withoutUndefined({
    content: { role: 'model', parts: parts.length === 0 ? [{ text: '' }] : parts },
    finishReason: writeFinish(choice.finish),
    ...(broken && choice.finish !== 'length' ? malformedCall : {}),
    index: choice.index,
    groundingMetadata: citations.length === 0 ? undefined : writeGrounding(citations, text),
    logprobsResult: choice.logprobs === undefined ? undefined : writeLogprobs(choice.logprobs),
  })
}

/** What another vendor sealed and tells no words of. */
const wordlessSeal = (part: ChatChoice['parts'][number]): string | undefined => {
  if (part.type === 'redacted_reasoning') return writeRedacted(part)
  const isForeign = part.type === 'reasoning' && part.text === '' && part.signature?.by !== 'gemini'
  return isForeign && part.signature !== undefined ? writeSignature(part.signature, part.id) : undefined
}

type WrittenPart = Exclude<AssistantPart | AudioOutputPart, { type: 'citation' | 'tool_call' | 'redacted_reasoning' }>

const writePart = (part: WrittenPart, { request }: ReplyContext): JsonObject[] => {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return [{ text: part.text }]
    case 'reasoning': {
      if (part.signature === undefined) return [thoughtPart(part.text)]
      if (part.signature.by !== 'gemini') {
        return [{ ...thoughtPart(part.text), thoughtSignature: writeSignature(part.signature, part.id) }]
      }
      const seal = sealPart(part.signature, part.id)
      return part.text === '' ? [seal] : [thoughtPart(part.text), seal]
    }
    case 'image':
      if (part.source.kind !== 'data') return []
      return [{ inlineData: { mimeType: part.source.mediaType, data: part.source.base64 } }]
    case 'audio_output':
      return [soundPart(part.base64, request.audioOutput?.format)]
  }
}
