import { isObject, type JsonObject, textAt } from '../json/json.ts'
import { vocabularyOf } from './estimate.ts'
import { type Medium, mostOfDocument, mostOfFilm, mostOfPicture, mostOfSound } from './media-estimate.ts'

/** What a prompt is beside its words. */
export type PromptParts = {
  /** Its tokens, at the most: pictures, sounds, files, what is only named, and what a maker puts around it all. */
  beside: number
  /** Letters of the body that hold data, not words. */
  dataLetters: number
}

/**
 * Goes over a request in any dialect, for what its prompt may be at the most. With `texts` its words are added there:
 * whatever else is in the request counts as words too, as it stands, since models read more than their makers say.
 */
export const readPromptParts = (body: JsonObject, model: string, texts?: string[]): PromptParts => {
  let beside = overheadOf(body, model)
  let dataLetters = 0

  const takeMedium = ({ tokens, letters }: Medium): void => {
    beside += tokens
    dataLetters += letters
  }

  const takeValue = (value: unknown): void => {
    if (typeof value === 'string') texts?.push(value)
    // Where words are expected a number is a token that the client has cut itself.
    else if (typeof value === 'number') beside += 1
    else if (Array.isArray(value)) for (const each of value) takeValue(each)
    else if (isObject(value)) takeObject(value, noMembers)
  }

  const takeObject = (object: JsonObject, wordless: ReadonlySet<string>): void => {
    beside += partOverhead
    // Most messages are a role and some words, and most calls need no more of them than this.
    if (texts === undefined && typeof object.content === 'string' && typeof object.role === 'string') return
    const media = readMedia(object, model)
    if (media !== undefined) takeMedium(media.medium)
    for (const key in object) {
      if (wordless.has(key) || media?.members.has(key) === true) continue
      const value = object[key]
      if (typeof value === 'string') takeText(key, value)
      else if (nests.has(key) && !(key === 'input' && isToolCall(object))) takeValue(value)
      else if (texts !== undefined && typeof value === 'object' && value !== null) texts.push(JSON.stringify(value))
    }
  }

  const takeText = (key: string, text: string): void => {
    if (sealed.has(key)) takeMedium({ tokens: Math.ceil(text.length / 4), letters: text.length })
    else if (signatures.has(key)) dataLetters += text.length
    else texts?.push(text)
  }

  takeObject(body, promptless)
  return { beside, dataLetters }
}

/** What makers put around each message or part. */
const partOverhead = 4
/** Around each tool, and once where there are any. */
const toolOverhead = 16
const toolsOverhead = 700

const overheadOf = ({ tools, functions, query, documents }: JsonObject, model: string): number => {
  const offered = (Array.isArray(tools) ? tools.length : 0) + (Array.isArray(functions) ? functions.length : 0)
  const around = offered > 0 && vocabularyOf(model) === 'anthropic' ? toolsOverhead : 0
  // Some makers count the question with each document.
  const asked = typeof query === 'string' && Array.isArray(documents) ? Buffer.byteLength(query) * documents.length : 0
  return offered * toolOverhead + around + asked
}

const noMembers: ReadonlySet<string> = new Set()

/** Members of a request that no model reads. */
const promptless: ReadonlySet<string> = new Set([
  'model',
  'metadata',
  'stream_options',
  'logit_bias',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'previous_response_id',
  'conversation',
  'safetySettings',
  'cache_control',
])

/** Members under which messages, parts and words lie in each other. */
const nests: ReadonlySet<string> = new Set([
  'messages',
  'content',
  'contents',
  'parts',
  'input',
  'output',
  'system',
  'systemInstruction',
  'system_instruction',
  'instructions',
  'prompt',
  'prediction',
  'documents',
  'requests',
  'generateContentRequest',
  'generate_content_request',
  'functionResponse',
  'function_response',
  'summary',
  'reasoning_details',
])

/** Thoughts that only their maker can read: they are read again, and are shorter than they look. */
const sealed: ReadonlySet<string> = new Set(['encrypted_content', 'reasoning_encrypted'])
/** Marks that no model reads. */
const signatures: ReadonlySet<string> = new Set(['signature', 'thoughtSignature', 'thought_signature'])

const isToolCall = ({ type }: JsonObject): boolean => typeof type === 'string' && type.endsWith('tool_use')

type FoundMedia = { medium: Medium; members: ReadonlySet<string> }

const found = (medium: Medium, ...members: string[]): FoundMedia => ({ medium, members: new Set(members) })

/** A picture, a sound, a film or a file, in whichever dialect; undefined where an object is none. */
const readMedia = (part: JsonObject, model: string): FoundMedia | undefined => {
  const { type } = part
  if (part.image_url !== undefined) {
    const detail = textAt(part.image_url, 'detail') ?? textAt(part, 'detail')
    return found(mostOfPicture(model, addressIn(part.image_url), detail), 'image_url', 'detail', 'type')
  }
  if (part.inlineData !== undefined || part.inline_data !== undefined || isObject(part.fileData)) {
    return found(mostOfBlob(part.inlineData ?? part.inline_data ?? part.fileData, model), ...blobMembers)
  }
  if (isObject(part.file_data)) return found(mostOfBlob(part.file_data, model), ...blobMembers)
  if (part.input_audio !== undefined || part.audio_url !== undefined) {
    const heard = part.input_audio ?? part.audio_url
    return found(mostOfSound(model, textAt(heard, 'data') ?? addressIn(heard)), 'input_audio', 'audio_url', 'type')
  }
  if (part.video_url !== undefined || part.input_video !== undefined) {
    const seen = part.video_url ?? part.input_video
    return found(mostOfFilm(model, textAt(seen, 'data') ?? addressIn(seen)), 'video_url', 'input_video', 'type')
  }
  if (typeof part.image === 'string') return found(mostOfPicture(model, part.image, undefined), 'image', 'type')
  return typeof type === 'string' ? mediaByType(type, part, model) : undefined
}

const blobMembers = ['inlineData', 'inline_data', 'fileData', 'file_data']

const mediaByType = (type: string, part: JsonObject, model: string): FoundMedia | undefined => {
  switch (type) {
    case 'image':
    case 'input_image':
    case 'computer_screenshot':
      return found(mostOfPicture(model, dataIn(part.source), textAt(part, 'detail')), 'source', 'type')
    case 'image_generation_call':
      return found(mostOfPicture(model, textAt(part, 'result'), undefined), 'result')
    case 'document':
      if (!isObject(part.source) || part.source.type === 'text' || part.source.type === 'content') return undefined
      return found(mostOfDocument(model, dataIn(part.source)), 'source')
    case 'file':
    case 'input_file':
    case 'document_url':
    case 'container_upload': {
      const held = isObject(part.file) ? part.file : part
      return found(mostOfDocument(model, textAt(held, 'file_data')), 'file', 'file_data', 'type')
    }
    case 'item_reference':
      return found(mostOfDocument(model, undefined), 'type')
    case 'redacted_thinking':
    case 'compaction': {
      const letters = textAt(part, 'data')?.length ?? 0
      return found({ tokens: Math.ceil(letters / 4), letters }, 'data')
    }
    default:
      return undefined
  }
}

const addressIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : textAt(value, 'url'))

const dataIn = (source: unknown): string | undefined => textAt(source, 'data')

const mostOfBlob = (blob: unknown, model: string): Medium => {
  const kind = (textAt(blob, 'mimeType') ?? textAt(blob, 'mime_type') ?? '').toLowerCase()
  const data = textAt(blob, 'data')
  if (kind.startsWith('image/')) return mostOfPicture(model, data, undefined)
  if (kind.startsWith('audio/')) return mostOfSound(model, data)
  if (kind.startsWith('video/')) return mostOfFilm(model, data)
  return mostOfDocument(model, data, kind)
}
