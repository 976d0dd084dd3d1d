import { isObject, type JsonObject } from './json/json.ts'

/** Members of a request in which people's words stand, whatever the dialect. */
const places = [
  'messages',
  'system',
  'systemInstruction',
  'system_instruction',
  'contents',
  'content',
  'requests',
  'instructions',
  'input',
  'prompt',
  'suffix',
  'query',
  'documents',
] as const

/** Members that hold names, marks or data in place of words. */
const wordless = new Set([
  'id',
  'type',
  'role',
  'data',
  'url',
  'image_url',
  'file_data',
  'fileUri',
  'file_id',
  'media_type',
  'mimeType',
  'mime_type',
  'format',
  'detail',
  'signature',
  'thoughtSignature',
  'encrypted_content',
  'tool_call_id',
  'tool_use_id',
  'call_id',
  'cache_control',
])

/** Every text of a request that a person may have written, in any dialect. */
export const textsOf = (body: JsonObject): string[] => {
  const found: string[] = []
  for (const place of places) collect(body[place], found)
  return found
}

/** Every text within a part of a request. */
export const textsWithin = (value: unknown): string[] => {
  const found: string[] = []
  collect(value, found)
  return found
}

/** Texts line by line, up to so many letters. */
export const joinTexts = (texts: readonly string[], most: number): string => {
  let joined = ''
  for (const text of texts) {
    if (joined.length >= most) break
    joined += joined === '' ? text : `\n${text}`
  }
  return joined.slice(0, most)
}

const collect = (value: unknown, found: string[]): void => {
  if (typeof value === 'string') {
    if (value !== '' && !value.startsWith('data:')) found.push(value)
    return
  }
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found)
    return
  }
  if (!isObject(value)) return
  for (const key in value) {
    if (!wordless.has(key)) collect(value[key], found)
  }
}
