import type { ChatStreamReader, ChatUpstream } from '#protocols/chat.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import { readError } from '#protocols/openai-chat/error.ts'
import { readReply } from '#protocols/openai-chat/read-reply.ts'
import { steering } from '#protocols/openai-chat/steering.ts'
import { createReader } from '#protocols/openai-chat/stream-reader.ts'
import { writeRequest } from '#protocols/openai-chat/write-request.ts'
import { EventSplitter, eachEvent, eventData } from '#protocols/sse.ts'
import { steeringWithin } from '#protocols/steering.ts'
import type { Dialect } from './dialect.ts'

/** Models that see and hear are asked at another place, and in parts. */
const isMultimodal = /vl|audio|omni|ocr|qvq|image|qwen3\.[5-9]/

export const nativePath = (model: string): string =>
  `/services/aigc/${isMultimodal.test(model) ? 'multimodal' : 'text'}-generation/generation`

const upstream: ChatUpstream = {
  writeRequest: (request, target) => {
    const { model, messages, stream, stream_options: _, ...parameters } = writeRequest(request, target)
    return {
      model,
      input: { messages: isMultimodal.test(target.model) ? messagesInParts(messages) : messages },
      parameters: { ...parameters, result_format: 'message', ...(stream === true ? { incremental_output: true } : {}) },
    }
  },
  readReply: (bytes) => readReply(jsonBytes(asChat(parseLenient(bytes.toString('utf8')), 'message'))),
  createReader: () => createNativeReader(),
  readError,
  steering: steeringWithin(steering, 'parameters'),
}

/** The service's own dialect: OpenAI's conversations, wrapped. */
export const dashscopeNative: Dialect = { kind: 'chat', name: 'dashscope', upstream }

const jsonBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value ?? null))

const messagesInParts = (messages: unknown): unknown[] =>
  (Array.isArray(messages) ? messages : []).map((message: unknown) => {
    if (!isObject(message)) return message
    const { content } = message
    return { ...message, content: Array.isArray(content) ? content.map(writePart) : [{ text: content ?? '' }] }
  })

const writePart = (part: unknown): unknown => {
  if (!isObject(part)) return part
  const sound = objectAt(part, 'input_audio')
  if (sound !== undefined) return { audio: `data:audio/${sound.format};base64,${sound.data}` }
  const picture = textAt(objectAt(part, 'image_url'), 'url')
  if (picture !== undefined) return { image: picture }
  const film = textAt(objectAt(part, 'video_url'), 'url')
  return film === undefined ? { text: part.text ?? '' } : { video: film }
}

/** An answer or a piece of one as OpenAI would tell it; what is neither is an error. */
const asChat = (told: unknown, place: 'message' | 'delta'): unknown => {
  const output = objectAt(told, 'output')
  if (!isObject(told) || output === undefined) return { error: told }
  const listed = Array.isArray(output.choices) ? output.choices.filter(isObject) : [wholeText(output)]
  return {
    id: told.request_id,
    choices: listed.map((choice, index) => ({
      index,
      [place]: plainMessage(objectAt(choice, 'message') ?? {}),
      finish_reason: choice.finish_reason === 'null' ? null : choice.finish_reason,
    })),
    ...(isObject(told.usage) ? { usage: told.usage } : {}),
  }
}

/** The older form has one text and nothing besides. */
const wholeText = ({ text, finish_reason }: JsonObject): JsonObject => ({ message: { content: text }, finish_reason })

const plainMessage = (message: JsonObject): JsonObject => {
  const { content } = message
  if (!Array.isArray(content)) return message
  return { ...message, content: content.map((part: unknown) => textAt(part, 'text') ?? '').join('') }
}

const createNativeReader = (): ChatStreamReader => {
  const splitter = new EventSplitter()
  const reader = createReader()
  const translate = (bytes: Buffer | undefined): Buffer => {
    if (bytes === undefined) return Buffer.alloc(0)
    const events = [...eachEvent(bytes)].flatMap((event) => {
      const data = eventData(event)
      return data === undefined ? [] : [`data: ${JSON.stringify(asChat(parseLenient(data), 'delta') ?? null)}\n\n`]
    })
    return Buffer.from(events.join(''))
  }
  return {
    push: (chunk) => reader.push(translate(splitter.push(chunk))),
    end: () => [...reader.push(translate(splitter.end())), ...reader.end()],
    finished: () => reader.finished(),
  }
}
