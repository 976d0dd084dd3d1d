import { usageOf } from '#pricing/usage.ts'
import type { AssistantPart, AudioOutputPart, ChatReply, ReplyContext, ToolCallPart } from '../chat.ts'
import { estimateInputTokens } from '../counting/chat-estimate.ts'
import { estimateTokensOfBytes } from '../counting/estimate.ts'
import { isObject, type JsonObject, parseLenient } from '../json/json.ts'
import { writeCitation } from './citation.ts'
import { writeFinish } from './finish.ts'
import { writeSeal } from './seal.ts'
import { writeUsage } from './usage.ts'

/** Writes the first choice of an answer: this dialect has no others. */
export const writeReply = (reply: ChatReply, context: ReplyContext): JsonObject => {
  const choice = reply.choices[0]
  const parts = choice?.parts ?? []
  const content = writeParts(parts)
  const called = parts.some((part) => part.type === 'tool_call')
  const refused = parts.some((part) => part.type === 'refusal')
  const usage =
    reply.usage ??
    usageOf({
      input: estimateInputTokens(context.request),
      output: estimateTokensOfBytes(Buffer.byteLength(JSON.stringify(content))),
    })
  return {
    id: messageId(reply.id, context),
    type: 'message',
    role: 'assistant',
    model: context.model,
    content,
    stop_reason: refused ? 'refusal' : writeFinish(choice?.finish ?? 'stop', choice?.stopSequence, called),
    stop_sequence: choice?.stopSequence ?? null,
    usage: writeUsage(usage),
  }
}

/** The upstream's id where it looks like this dialect's own. */
export const messageId = (id: string, { newId }: ReplyContext): string =>
  id.startsWith('msg_') ? id : `msg_${newId()}`

/** A picture cannot be part of an answer here, but the text that shows it can. */
export const pictureAsText = (mediaType: string, base64: string): string =>
  `![image](data:${mediaType};base64,${base64})`

const writeParts = (parts: readonly (AssistantPart | AudioOutputPart)[]): JsonObject[] => {
  const content: JsonObject[] = []
  const say = (text: string) => {
    if (text !== '') content.push({ type: 'text', text })
  }
  for (const part of parts) {
    switch (part.type) {
      case 'text':
      case 'refusal':
        say(part.text)
        break
      case 'image':
        if (part.source.kind === 'data') say(pictureAsText(part.source.mediaType, part.source.base64))
        if (part.source.kind === 'url') say(`![image](${part.source.url})`)
        break
      case 'audio_output':
        say(part.transcript)
        break
      case 'citation':
        cite(content, writeCitation(part))
        break
      case 'reasoning':
        content.push({
          type: 'thinking',
          thinking: part.text,
          signature: part.signature === undefined ? '' : writeSeal({ ...part.signature, ...idOf(part) }),
        })
        break
      case 'redacted_reasoning':
        content.push({
          type: 'redacted_thinking',
          data: writeSeal({ by: part.by, value: part.data, ...idOf(part) }),
        })
        break
      case 'tool_call':
        content.push(...writeToolUse(part))
    }
  }
  return content
}

/** The seal of a call goes ahead of it, in the one kind of block that clients must carry back. */
export const callSeal = (id: string, signature: NonNullable<ToolCallPart['signature']>): JsonObject => ({
  type: 'redacted_thinking',
  data: writeSeal({ ...signature, call: id }),
})

const writeToolUse = ({ id, name, arguments: text, signature }: ToolCallPart): JsonObject[] => {
  const parsed = text.trim() === '' ? {} : parseLenient(text)
  const use = { type: 'tool_use', id, name, input: isObject(parsed) ? parsed : { arguments: text } }
  return signature === undefined ? [use] : [callSeal(id, signature), use]
}

const cite = (content: JsonObject[], citation: JsonObject): void => {
  const last = content.findLast((block) => block.type === 'text')
  if (last === undefined) content.push({ type: 'text', text: '', citations: [citation] })
  else last.citations = [...(Array.isArray(last.citations) ? last.citations : []), citation]
}

const idOf = (part: { id?: string }) => (part.id === undefined ? {} : { id: part.id })
