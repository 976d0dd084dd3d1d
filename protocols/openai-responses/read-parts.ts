import type {
  AssistantPart,
  CacheHint,
  DocumentPart,
  ImagePart,
  Source,
  TextPart,
  ToolResultPart,
  UserPart,
} from '../chat.ts'
import { readDataUri } from '../data-uri.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { objectField, requiredText, textField } from './fields.ts'

export const readUserParts = (content: unknown, place: string): UserPart[] =>
  partsOf(content, place, (part, at): UserPart => readInputPart(part, at) ?? readAudio(part, at) ?? unknownPart(at))

export const readResultParts = (content: unknown, place: string): ToolResultPart['parts'] =>
  partsOf(content, place, (part, at) => readInputPart(part, at) ?? unknownPart(at))

export const readTextParts = (content: unknown, place: string): TextPart[] =>
  partsOf(content, place, (part, at): TextPart => readText(part, at) ?? unknownPart(at))

export const readAssistantParts = (content: unknown, place: string): AssistantPart[] =>
  partsOf(content, place, (part, at): AssistantPart => readText(part, at) ?? readRefusal(part, at) ?? unknownPart(at))

const partsOf = <Part>(
  content: unknown,
  place: string,
  read: (part: JsonObject, place: string) => Part,
): (Part | TextPart)[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) throw new ProtocolError(place, 'must be a string or an array')
  return content.map((part, index) => {
    const at = `${place}[${index}]`
    if (!isObject(part)) throw new ProtocolError(at, 'must be an object')
    return read(part, at)
  })
}

const unknownPart = (place: string): never => {
  throw new ProtocolError(`${place}.type`, 'is not supported here')
}

const readInputPart = (part: JsonObject, place: string): TextPart | ImagePart | DocumentPart | undefined =>
  readText(part, place) ?? readImage(part, place) ?? readFile(part, place)

const readText = (part: JsonObject, place: string): TextPart | undefined => {
  switch (part.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return { type: 'text', text: textField(part, 'text', `${place}.text`) ?? '', ...cacheOf(part) }
    default:
      return undefined
  }
}

const readRefusal = (part: JsonObject, place: string): AssistantPart | undefined =>
  part.type === 'refusal' ? { type: 'refusal', text: textField(part, 'refusal', `${place}.refusal`) ?? '' } : undefined

const readImage = (part: JsonObject, place: string): ImagePart | undefined => {
  if (part.type !== 'input_image') return undefined
  const url = textField(part, 'image_url', `${place}.image_url`)
  const id = textField(part, 'file_id', `${place}.file_id`)
  const source = url !== undefined ? sourceOfUrl(url) : id !== undefined ? fileSource(id) : undefined
  if (source === undefined) throw new ProtocolError(`${place}.image_url`, 'must be a string')
  const detail = textField(part, 'detail', `${place}.detail`)
  return { type: 'image', source, ...(detail === undefined ? {} : { detail }), ...cacheOf(part) }
}

const readFile = (part: JsonObject, place: string): DocumentPart | undefined => {
  if (part.type !== 'input_file') return undefined
  return {
    type: 'document',
    name: textField(part, 'filename', `${place}.filename`),
    source: fileSourceOf(part, place),
    ...cacheOf(part),
  }
}

const fileSourceOf = (part: JsonObject, place: string): Source => {
  const data = textField(part, 'file_data', `${place}.file_data`)
  if (data !== undefined) {
    const source = sourceOfUrl(data)
    if (source.kind !== 'data') throw new ProtocolError(`${place}.file_data`, 'must be a data URL in base64')
    return source
  }
  const url = textField(part, 'file_url', `${place}.file_url`)
  if (url !== undefined) return sourceOfUrl(url)
  return fileSource(requiredText(part, 'file_id', `${place}.file_id`))
}

const readAudio = (part: JsonObject, place: string): UserPart | undefined => {
  if (part.type !== 'input_audio') return undefined
  const audio = objectField(part, 'input_audio', `${place}.input_audio`) ?? {}
  const format = requiredText(audio, 'format', `${place}.input_audio.format`)
  const base64 = requiredText(audio, 'data', `${place}.input_audio.data`)
  return { type: 'audio', source: { kind: 'data', mediaType: `audio/${format}`, base64 }, format }
}

const fileSource = (id: string): Source => ({ kind: 'file', id })

const sourceOfUrl = (url: string): Source => {
  const data = readDataUri(url)
  return data === undefined ? { kind: 'url', url } : { kind: 'data', ...data }
}

const cacheOf = (part: JsonObject): { cache?: CacheHint } =>
  isObject(part.prompt_cache_breakpoint) ? { cache: { lifetime: undefined } } : {}
