import type { AudioPart, DocumentPart, ImagePart, Source, UserPart, VideoPart } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import { objectIn, textIn, withoutUndefined } from './fields.ts'

/** Reads a picture, sound, film or document; undefined for a part that holds none. */
export const readMedia = (part: JsonObject): UserPart | undefined => {
  const blob = objectIn(part, 'inlineData')
  if (blob !== undefined) return readBlob(blob)
  const file = objectIn(part, 'fileData')
  if (file === undefined) return undefined
  const mediaType = textIn(file, 'mimeType') ?? ''
  return mediaPart(
    mediaType || typeOfAddress(textIn(file, 'fileUri') ?? ''),
    readFileData(file),
    textIn(file, 'displayName'),
  )
}

/**
 * Google keeps some files itself, or knows its own way to them: those mean nothing to others. Their type travels in
 * front of the address, as it must be told again.
 */
export const readFileData = (file: JsonObject): Source => {
  const url = textIn(file, 'fileUri') ?? ''
  const mediaType = textIn(file, 'mimeType')
  if (isGooglesOwn(url)) return { kind: 'file', id: mediaType === undefined ? url : `${mediaType} ${url}` }
  return { kind: 'url', url, ...(mediaType === undefined ? {} : { mediaType }) }
}

/** Clients may write base64 in its form for addresses, which other vendors do not read. */
export const standardBase64 = (base64: string): string => {
  if (!base64.includes('-') && !base64.includes('_')) return base64
  const standard = base64.replaceAll('-', '+').replaceAll('_', '/')
  return standard.padEnd(Math.ceil(standard.length / 4) * 4, '=')
}

/** A part that holds media, for the upstream. `fallback` is the type where nobody told one. */
export const writeMedia = (
  part: ImagePart | AudioPart | VideoPart | DocumentPart,
  fetchesUrls: boolean,
): JsonObject => {
  const { source } = part
  const displayName = part.type === 'document' ? part.name : undefined
  switch (source.kind) {
    case 'data':
      return { inlineData: { mimeType: typeOfData(part, source.mediaType), data: source.base64 } }
    case 'text':
      return { inlineData: { mimeType: 'text/plain', data: Buffer.from(source.text).toString('base64') } }
    case 'url': {
      if (!fetchesUrls && !isGooglesOwn(source.url)) {
        throw new ProtocolError('messages', 'names an address that the model cannot fetch')
      }
      const mimeType = source.mediaType ?? (typeOfAddress(source.url) || undefined)
      return { fileData: withoutUndefined({ mimeType, fileUri: source.url, displayName }) }
    }
    case 'file': {
      const [mimeType, fileUri] = source.id.includes(' ') ? source.id.split(' ', 2) : [undefined, source.id]
      if (fileUri?.includes('://') !== true) {
        throw new ProtocolError('messages', 'names a file that was given to another provider')
      }
      return { fileData: withoutUndefined({ mimeType, fileUri, displayName }) }
    }
  }
}

const readBlob = (blob: JsonObject): UserPart => {
  const mediaType = textIn(blob, 'mimeType') ?? 'application/octet-stream'
  const base64 = standardBase64(textIn(blob, 'data') ?? '')
  const source: Source =
    mediaType === 'text/plain'
      ? { kind: 'text', text: Buffer.from(base64, 'base64').toString('utf8') }
      : { kind: 'data', mediaType, base64 }
  return mediaPart(mediaType, source, textIn(blob, 'displayName'))
}

const mediaPart = (mediaType: string, source: Source, name: string | undefined): UserPart => {
  switch (mediaType.split('/', 1)[0]) {
    case 'image':
      return { type: 'image', source }
    case 'audio':
      return { type: 'audio', source, format: formatOf(mediaType) }
    case 'video':
      return { type: 'video', source }
    default:
      return { type: 'document', name, source }
  }
}

const isGooglesOwn = (url: string): boolean =>
  url.startsWith('gs://') ||
  /^https:\/\/(?:generativelanguage\.googleapis\.com|(?:www\.|m\.)?youtube\.com|youtu\.be)\//.test(url)

const audioFormats: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/l16': 'pcm16',
  'audio/pcm': 'pcm16',
}

/** The short name of a sound's type; parameters such as its rate are not part of it. */
const formatOf = (mediaType: string): string => {
  const plain = (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase()
  return audioFormats[plain] ?? plain.slice(plain.indexOf('/') + 1)
}

/** The type of a sound by its short name. */
export const audioType = (format: string): string =>
  format === 'pcm16' ? 'audio/L16;codec=pcm;rate=24000' : `audio/${format}`

const typeOfData = (part: ImagePart | AudioPart | VideoPart | DocumentPart, mediaType: string): string =>
  mediaType === '' && part.type === 'audio' ? audioType(part.format) : mediaType

const typesByEnding: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  pdf: 'application/pdf',
  txt: 'text/plain',
  mp3: 'audio/mp3',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  mov: 'video/mov',
  webm: 'video/webm',
}

/** The type that an address tells by its ending; empty when it tells none. */
const typeOfAddress = (url: string): string => {
  if (/youtube\.com|youtu\.be/.test(url)) return 'video/*'
  const ending = /\.([a-z0-9]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase()
  return ending === undefined ? '' : (typesByEnding[ending] ?? '')
}
