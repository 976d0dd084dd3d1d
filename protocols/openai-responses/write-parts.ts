import type { AudioPart, DocumentPart, ImagePart, Source, ToolResultPart, UserPart } from '../chat.ts'
import { writeDataUri } from '../data-uri.ts'
import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import { withoutUndefined } from './fields.ts'

export const writeUserPart = (part: UserPart): JsonObject => {
  switch (part.type) {
    case 'text':
    case 'image':
    case 'document':
      return writeResultPart(part)
    case 'audio':
      return writeAudio(part)
    case 'video':
      throw new ProtocolError('messages', 'video is not understood by the model that was asked for')
  }
}

export const writeResultPart = (part: ToolResultPart['parts'][number]): JsonObject => {
  switch (part.type) {
    case 'text':
      return { type: 'input_text', text: part.text }
    case 'image':
      return writeImage(part)
    case 'document':
      return writeDocument(part)
  }
}

export const writeImage = ({ source, detail }: ImagePart): JsonObject => {
  if (source.kind === 'file') return withoutUndefined({ type: 'input_image', file_id: source.id, detail })
  return withoutUndefined({ type: 'input_image', image_url: urlOf(source), detail })
}

const writeDocument = ({ name, source }: DocumentPart): JsonObject => {
  switch (source.kind) {
    case 'file':
      return { type: 'input_file', file_id: source.id }
    case 'url':
      return { type: 'input_file', file_url: source.url }
    case 'data':
    case 'text':
      return { type: 'input_file', filename: name ?? defaultName(source), file_data: urlOf(source) }
  }
}

const writeAudio = ({ source, format }: AudioPart): JsonObject => {
  if (source.kind !== 'data') throw new ProtocolError('messages', 'audio must come as data in base64')
  return { type: 'input_audio', input_audio: { data: source.base64, format } }
}

const urlOf = (source: Exclude<Source, { kind: 'file' }>): string => {
  switch (source.kind) {
    case 'url':
      return source.url
    case 'data':
      return writeDataUri(source)
    case 'text':
      return writeDataUri({ mediaType: 'text/plain', base64: Buffer.from(source.text).toString('base64') })
  }
}

/** Data must have a name, and the name an ending that fits. */
const defaultName = (source: Source): string => {
  if (source.kind !== 'data') return 'document.txt'
  return source.mediaType === 'application/pdf' ? 'document.pdf' : `document.${source.mediaType.split('/')[1] ?? 'bin'}`
}
