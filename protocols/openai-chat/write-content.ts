import type { AudioPart, CacheHint, DocumentPart, ImagePart, Source, TextPart, UserPart } from '../chat.ts'
import { writeDataUri } from '../data-uri.ts'
import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import { writeImage } from './write-message.ts'

/** A message's content: plain text where that is all, else parts. `marks` also writes the hints for caches. */
export const writeContent = (parts: readonly UserPart[], marks: boolean): string | JsonObject[] => {
  const [first] = parts
  if (first === undefined) return ''
  if (parts.length === 1 && first.type === 'text' && !(marks && first.cache !== undefined)) return first.text
  return parts.map((part) => ({ ...writePart(part), ...(marks && 'cache' in part ? writeCacheMark(part.cache) : {}) }))
}

export const writeCacheMark = (hint: CacheHint | undefined): JsonObject => {
  if (hint === undefined) return {}
  const { lifetime } = hint
  return { cache_control: { type: 'ephemeral', ...(lifetime === undefined ? {} : { ttl: lifetime }) } }
}

/** A file as text, for places that hold nothing else; undefined when its bytes are no text. */
export const textOfDocument = ({ name, source }: DocumentPart): TextPart | undefined => {
  const text = textOf(source)
  if (text === undefined) return undefined
  return { type: 'text', text: name === undefined ? text : `${name}:\n${text}` }
}

const writePart = (part: UserPart): JsonObject => {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'image':
      return writePicture(part)
    case 'audio':
      return writeSound(part)
    case 'video':
      return { type: 'video_url', video_url: { url: addressOf(part.source, 'videos') } }
    case 'document':
      return writeDocument(part)
  }
}

const writePicture = (part: ImagePart): JsonObject => {
  const written = writeImage(part)
  if (written === undefined) throw refused('images must be given as data or by address for this model')
  return written
}

const writeSound = ({ source, format }: AudioPart): JsonObject => {
  if (source.kind !== 'data') throw refused('audio must be given as data for this model')
  return { type: 'input_audio', input_audio: { data: source.base64, format } }
}

const writeDocument = (part: DocumentPart): JsonObject => {
  const { name, source } = part
  if (source.kind === 'file') return { type: 'file', file: { file_id: source.id } }
  const text = textOfDocument(part)
  if (text !== undefined) return { type: 'text', text: text.text }
  const filename = name ?? (source.kind === 'data' ? nameOf(source.mediaType) : 'document.pdf')
  return { type: 'file', file: { filename, file_data: addressOf(source, 'files') } }
}

const nameOf = (mediaType: string): string => {
  const ending = mediaType.slice(mediaType.indexOf('/') + 1)
  return /^[a-z0-9]{2,5}$/.test(ending) ? `document.${ending}` : 'document'
}

const addressOf = (source: Source, what: string): string => {
  if (source.kind === 'data') return writeDataUri(source)
  if (source.kind === 'url') return source.url
  throw refused(`${what} must be given as data or by address for this model`)
}

/** Plain text needs no file around it, and most upstreams take no other files than PDF. */
const textOf = (source: Source): string | undefined => {
  if (source.kind === 'text') return source.text
  if (source.kind !== 'data') return undefined
  const { mediaType, base64 } = source
  const isText = mediaType.startsWith('text/') || mediaType === 'application/json' || mediaType === 'application/xml'
  return isText ? Buffer.from(base64, 'base64').toString('utf8') : undefined
}

const refused = (reason: string) => new ProtocolError('messages', reason)
