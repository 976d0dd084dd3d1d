import { isObject, parseLenient } from './json/json.ts'

/** Members in which an answer says something, whatever the dialect. */
const places = ['choices', 'output', 'content', 'candidates', 'message', 'response', 'text']

/** Members that hold names, marks or data in place of words. */
export const wordless: ReadonlySet<string> = new Set([
  'id',
  'object',
  'type',
  'role',
  'status',
  'model',
  'index',
  'finish_reason',
  'done_reason',
  'created_at',
  'finishReason',
  'logprobs',
  'annotations',
  'citations',
  'groundingMetadata',
  'signature',
  'thoughtSignature',
  'encrypted_content',
  'call_id',
  'item_id',
  'data',
  'b64_json',
  'result',
  'url',
  'mimeType',
  'media_type',
  'system_fingerprint',
  'service_tier',
  'stop_reason',
  'obfuscation',
])

/** No dialect says anything further in. */
const deepest = 64

/** What a whole answer says, up to `most` letters. */
export const textOfAnswer = (bytes: Buffer, most: number): string => {
  const parsed = parseLenient(bytes.toString('utf8'))
  let text = ''
  const collect = (value: unknown, depth = 0): void => {
    if (text.length >= most || depth > deepest) return
    if (typeof value === 'string') text += value
    else if (Array.isArray(value)) for (const item of value) collect(item, depth + 1)
    else if (isObject(value)) for (const key in value) if (!wordless.has(key)) collect(value[key], depth + 1)
  }
  for (const answer of Array.isArray(parsed) ? parsed : [parsed]) {
    if (isObject(answer)) for (const place of places) collect(answer[place])
  }
  return text.slice(0, most)
}
