import { isUtf8 } from 'node:buffer'
import { isObject, type JsonObject, parseLenient } from './json/json.ts'
import type { MemberNames } from './json/member-names.ts'

/**
 * Members whose value no model reads. They go unsearched only while they look it: a sentence under one of these names is
 * searched like any other.
 */
export const unreadMembers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'chooses who answers': ['model'],
    'is a word of the dialect': ['type', 'role', 'format', 'detail', 'object', 'status'],
    'says how data is written': ['media_type', 'mimeType', 'mime_type'],
    'is a mark that a machine made': ['id', 'call_id', 'tool_call_id', 'tool_use_id', 'item_id', 'event_id'],
    'tells what is kept elsewhere': [
      'previous_response_id',
      'response_id',
      'previous_item_id',
      'file_id',
      'container_id',
    ],
    'is an address, which is fetched': ['url', 'image_url', 'file_url', 'fileUri', 'file_uri', 'server_url'],
    'tells callers apart': ['user', 'user_id', 'safety_identifier', 'prompt_cache_key'],
    'is sealed': ['signature', 'thoughtSignature', 'thought_signature', 'encrypted_content'],
  }).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)),
)

/** One word of the letters that such values are written with. */
const looksUnread = /^[\w.:/+=,;~%&?#@!$'()*|-]*$/
/** Templates of some models print the role as it is. */
const usualRoles: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'system',
  'developer',
  'tool',
  'function',
  'model',
])

/** Where bytes are written as text: there nobody reads the signs they are written with. */
const dataMembers: ReadonlySet<string> = new Set([
  'data',
  'file_data',
  'b64_json',
  'audio',
  'image',
  'images',
  'result',
  'url',
  'image_url',
  'file_url',
  'fileUri',
  'file_uri',
])

/** Every text of a request that a model may read, in any dialect, with the names that are the client's own. */
export const searchedTexts = (body: JsonObject, { known }: MemberNames): string[] => {
  const found: string[] = []
  collect(body, '', known, found)
  return found
}

/** The text of a file, where it is one. */
export const textOfFile = (bytes: Buffer): string | undefined =>
  bytes.includes(0) || !isUtf8(bytes) ? undefined : bytes.toString('utf8')

const collect = (value: unknown, name: string, known: MemberNames['known'], found: string[]): void => {
  if (typeof value === 'string') collectText(value, name, known, found)
  else if (Array.isArray(value)) for (const item of value) collect(item, name, known, found)
  else if (isObject(value)) {
    for (const each in value) {
      if (!known.has(each)) found.push(each)
      // The words of a document that is text stand where others have their bytes.
      collect(value[each], each === 'data' && value.type === 'text' ? '' : each, known, found)
    }
  }
}

const collectText = (text: string, name: string, known: MemberNames['known'], found: string[]): void => {
  if (text === '' || isUnread(text, name)) return
  const data = dataOf(text)
  if (data === undefined || !dataMembers.has(name)) found.push(text)
  if (data?.text !== undefined) found.push(data.text)
  if (isWrittenJson(text)) collect(parseLenient(text), '', known, found)
}

const isUnread = (text: string, name: string): boolean => {
  if (!unreadMembers.has(name) || text.startsWith('data:')) return false
  // An address has a colon; what has none in its place is data.
  if (dataMembers.has(name) && text.length >= shortestData && !text.includes(':')) return false
  return name === 'role' ? usualRoles.has(text) : looksUnread.test(text)
}

/** Arguments of tools are JSON within a text: what is escaped there is not when the model reads it. */
const isWrittenJson = (text: string): boolean => {
  const first = text.charCodeAt(0)
  return (first === openBrace || first === openBracket) && text.includes('\\u')
}

const openBrace = 0x7b
const openBracket = 0x5b

/** Shorter ones are taken for words. */
const shortestData = 64

/** What stands in bytes written as text, where that is text again; undefined for what is no such thing. */
const dataOf = (text: string): { text: string | undefined } | undefined => {
  const head = mayBeAddress(text) ? /^data:[^,]{0,200},/i.exec(text)?.[0] : undefined
  if (head !== undefined && !/;\s*base64\s*,$/i.test(head)) return { text: unescaped(text) }
  const start = head?.length ?? 0
  if ((head === undefined && text.length < shortestData) || !isBase64(text, start)) return undefined
  // Sounds, pictures and packed documents show by their first bytes that they are no text.
  const first = Buffer.from(text.slice(start, start + shortestData), 'base64')
  if (textOfFile(first.subarray(0, lastWhole(first))) === undefined) return { text: undefined }
  const whole = textOfFile(Buffer.from(text.slice(start), 'base64'))
  return { text: whole === undefined ? undefined : `${head ?? ''}${whole}` }
}

/** Nearly all texts are told by their first sign. */
const mayBeAddress = (text: string): boolean => (text.charCodeAt(0) | lowerCase) === letterD

const lowerCase = 0x20
const letterD = 0x64

/** Words have a space soon, which is found sooner than by the expression. */
const isBase64 = (text: string, start: number): boolean =>
  !text.includes(' ', start) && !foreignToBase64.test(start === 0 ? text : text.slice(start))

const foreignToBase64 = /[^\w+/=\r\n-]/

/** Where the last sign that is there as a whole ends: at most three bytes of the next may have been cut off. */
const lastWhole = (bytes: Buffer): number => {
  let end = bytes.length
  while (end > bytes.length - 4 && end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1
  return ((bytes[end - 1] ?? 0) & 0x80) === 0 ? bytes.length : end - 1
}

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
