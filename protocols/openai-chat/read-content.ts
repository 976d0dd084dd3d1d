import type { AudioPart, CacheHint, DocumentPart, ImagePart, Source, TextPart, UserPart, VideoPart } from '../chat.ts'
import { readDataUri } from '../data-uri.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, textAt } from '../json/json.ts'
import { pathOf, requiredText, textField } from './fields.ts'

/** The parts of a user's message, or of any other that a client wrote. */
export const readContent = (content: unknown, path: string): UserPart[] => {
  if (content === undefined || content === null || content === '') return []
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) throw new ProtocolError(path, 'must be a string or an array of parts')
  return content.flatMap((part, index) => readPart(part, pathOf(path, index)))
}

/** The same where only text may stand. */
export const readTexts = (content: unknown, path: string): TextPart[] =>
  readContent(content, path).map((part) => {
    if (part.type !== 'text') throw new ProtocolError(path, 'must hold nothing but text')
    return part
  })

/** How long what was said up to a part is worth keeping. */
export const readCacheHint = (object: JsonObject): { cache?: CacheHint } => {
  const mark = object.cache_control
  if (!isObject(mark)) return isObject(object.prompt_cache_breakpoint) ? { cache: { lifetime: undefined } } : {}
  return { cache: { lifetime: mark.ttl === '1h' || mark.ttl === '5m' ? mark.ttl : undefined } }
}

const readPart = (part: unknown, path: string): UserPart[] => {
  if (typeof part === 'string') return part === '' ? [] : [{ type: 'text', text: part }]
  if (!isObject(part)) throw new ProtocolError(path, 'must be an object')
  switch (part.type) {
    case undefined:
    case 'text':
      return readText(part, path)
    case 'image_url':
      return [readImage(part, path)]
    case 'input_audio':
    case 'audio_url':
      return [readAudio(part, path)]
    case 'video_url':
      return [{ type: 'video', source: readSource(addressOf(part, 'video_url', path)) }]
    case 'file':
      return [readFile(part, path)]
    case 'document_url':
      return [documentOf(undefined, readSource(addressOf(part, 'document_url', path)), part)]
    default:
      throw new ProtocolError(pathOf(path, 'type'), `${JSON.stringify(part.type)} is not known`)
  }
}

const readText = (part: JsonObject, path: string): TextPart[] => {
  const text = textField(part, 'text', path) ?? ''
  return text === '' ? [] : [{ type: 'text', text, ...readCacheHint(part) }]
}

/** `{url}` as a rule; some clients send the address alone. */
const addressOf = (part: JsonObject, key: string, path: string): string => {
  const value = part[key]
  if (typeof value === 'string' && value !== '') return value
  if (!isObject(value)) throw new ProtocolError(pathOf(path, key), 'must be an object with a url')
  return requiredText(value, 'url', pathOf(path, key))
}

const readSource = (address: string): Source => {
  const data = readDataUri(address)
  return data === undefined ? { kind: 'url', url: address } : { kind: 'data', ...data }
}

const readImage = (part: JsonObject, path: string): ImagePart => {
  const source = readSource(addressOf(part, 'image_url', path))
  const detail = textAt(part.image_url, 'detail') ?? textAt(part, 'detail')
  return { type: 'image', source, ...(detail === undefined ? {} : { detail }), ...readCacheHint(part) }
}

const soundTypes: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', mpeg: 'audio/mpeg', m4a: 'audio/mp4' }

const readAudio = (part: JsonObject, path: string): AudioPart => {
  const value = part.type === 'audio_url' ? part.audio_url : part.input_audio
  const told = textAt(value, 'format')
  const data = typeof value === 'string' ? value : (textAt(value, 'data') ?? textAt(value, 'url'))
  if (data === undefined) throw new ProtocolError(pathOf(path, String(part.type)), 'must hold the audio')
  if (/^https?:/i.test(data)) {
    return { type: 'audio', source: { kind: 'url', url: data }, format: told ?? endingOf(data) ?? 'wav' }
  }
  const uri = readDataUri(data)
  if (uri !== undefined) return soundPart(uri.mediaType, uri.base64, told)
  const format = told ?? 'wav'
  return soundPart(soundTypes[format] ?? `audio/${format}`, data, format)
}

const soundPart = (mediaType: string, base64: string, format = formatOf(mediaType)): AudioPart => ({
  type: 'audio',
  source: { kind: 'data', mediaType, base64 },
  format,
})

const formatOf = (mediaType: string): string => {
  const subtype = mediaType.slice(mediaType.indexOf('/') + 1).replace(/^x-/, '')
  return subtype === 'mpeg' ? 'mp3' : subtype
}

const readFile = (part: JsonObject, path: string): UserPart => {
  const place = pathOf(path, 'file')
  const file = part.file
  if (!isObject(file)) throw new ProtocolError(place, 'must be an object')
  const id = textField(file, 'file_id', place)
  const name = textField(file, 'filename', place)
  if (id !== undefined) return documentOf(name, { kind: 'file', id }, part)
  const data = requiredText(file, 'file_data', place)
  return filePart(name, dataSource(data, name), part)
}

/** Files come as a `data:` address; some clients leave its head away, and some give an address to fetch. */
const dataSource = (data: string, name: string | undefined): Source => {
  const uri = readDataUri(data)
  if (uri !== undefined) return { kind: 'data', ...uri }
  if (/^https?:/i.test(data)) return { kind: 'url', url: data }
  return { kind: 'data', mediaType: typesByEnding[endingOf(name ?? '') ?? ''] ?? 'application/pdf', base64: data }
}

const typesByEnding: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  html: 'text/html',
}

/** Pictures, sounds and films that come as files are what they are, so that a target finds the place it has for them. */
const filePart = (name: string | undefined, source: Source, part: JsonObject): UserPart => {
  const kind = source.kind === 'data' ? source.mediaType.slice(0, source.mediaType.indexOf('/')) : ''
  if (kind === 'image') return { type: 'image', source, ...readCacheHint(part) }
  if (kind === 'audio' && source.kind === 'data') return soundPart(source.mediaType, source.base64)
  if (kind === 'video') return { type: 'video', source } satisfies VideoPart
  return documentOf(name, source, part)
}

const documentOf = (name: string | undefined, source: Source, part: JsonObject): DocumentPart => ({
  type: 'document',
  name,
  source,
  ...readCacheHint(part),
})

const endingOf = (name: string): string | undefined => /\.([a-z0-9]{2,5})(?:[?#]|$)/i.exec(name)?.[1]?.toLowerCase()
