import { isObject, type JsonObject, parseLenient } from '#protocols/json.ts'
import { type Speaker, secretsOf } from './upstream-secrets.ts'
import { valueWithoutSecrets, withoutSecrets } from './upstream-words.ts'

/**
 * Whose words are whose in an answer. What the model made, and what it repeats of the request, stands under the names
 * below and belongs to the client. All else is the upstream speaking, whatever the name: it is told without what it
 * gives away of the operator.
 */
const contentNames: ReadonlySet<string> = new Set([
  // What the model wrote, drew, said and thought.
  ...[
    'content',
    'delta',
    'text',
    'texts',
    'outputText',
    'output_text',
    'refusal',
    'transcript',
    'arguments',
    'tool_plan',
  ],
  ...['reasoning', 'reasoning_content', 'thinking', 'partial_json', 'stringValue', 'jsonPath', 'token'],
  ...[
    'signature',
    'thoughtSignature',
    'encrypted_content',
    'encrypted_index',
    'obfuscation',
    'data',
    'bytes',
    'stop_sequence',
  ],
  ...[
    'b64_json',
    'partial_image_b64',
    'audio',
    'image',
    'image_url',
    'result',
    'revised_prompt',
    'embedding',
    'file_data',
  ],
  // What its tools ran and found.
  ...[
    'code',
    'command',
    'output',
    'logs',
    'stdout',
    'stderr',
    'query',
    'queries',
    'snippet',
    'citations',
    'cited_text',
  ],
  ...[
    'url',
    'uri',
    'title',
    'name',
    'filename',
    'file_name',
    'description',
    'author',
    'document_title',
    'renderedContent',
  ],
  // What the client said.
  ...['user', 'safety_identifier', 'prompt_cache_key', 'server_label', 'server_url', 'server_description'],
])

/** Of these nothing is looked at, however deep it is. */
const contentTrees: ReadonlySet<string> = new Set([
  ...[
    'args',
    'input',
    'logprobs',
    'top_logprobs',
    'logprobsResult',
    'annotations',
    'citationMetadata',
    'search_results',
  ],
  ...[
    'groundingMetadata',
    'urlContextMetadata',
    'grounding_metadata',
    'search_suggestions',
    'webSearchQueries',
    'modelOutput',
  ],
  ...['tools', 'tool_references', 'instructions', 'metadata', 'prompt', 'parameters', 'schema', 'document'],
  ...['documents', 'reasoning_details', 'action', 'actions', 'checks', 'words', 'segments', 'embeddings'],
])

/** Nothing under these is content: here the upstream says what went wrong. */
const complaintNames =
  /^(?:.*error|errors|err|error_.*|detail|details|msg|warnings?|incomplete_details|status_details|base_resp|promptFeedback|finishMessage)$/i
const idNames = /^(?:id|ids|.*_ids?|.*Ids?|etag|object|type|role)$/

/** A value of an answer without what the upstream gives away in it; the very same one where it gives nothing away. */
export const answerWithoutSecrets = (speaker: Speaker, value: unknown): unknown => {
  const cleanText = (text: string, name: string, isComplaint: boolean): string => {
    if (isComplaint || /\s/.test(text)) return withoutSecrets(speaker, text)
    return valueWithoutSecrets(speaker, text, idNames.test(name))
  }
  const clean = (given: unknown, name: string, isComplaint: boolean): unknown => {
    if (typeof given === 'string') {
      return !isComplaint && contentNames.has(name) ? given : cleanText(given, name, isComplaint)
    }
    if (Array.isArray(given)) return cleanList(given, name, isComplaint)
    return isObject(given) ? cleanObject(given, isComplaint) : given
  }
  const cleanList = (list: readonly unknown[], name: string, isComplaint: boolean): readonly unknown[] => {
    if (typeof list[0] === 'number' && typeof list.at(-1) === 'number') return list
    const cleaned = list.map((item) => clean(item, name, isComplaint))
    return cleaned.every((item, index) => item === list[index]) ? list : cleaned
  }
  const cleanObject = (object: JsonObject, isComplaint: boolean): JsonObject => {
    let cleaned = object
    for (const [name, inner] of Object.entries(object)) {
      if (!isComplaint && contentTrees.has(name)) continue
      const left = clean(inner, name, isComplaint || complaintNames.test(name))
      if (left !== inner) cleaned = { ...cleaned, [name]: left }
    }
    return cleaned
  }
  // A text by itself is an error in the place of an answer.
  return clean(value, '', typeof value === 'string')
}

/** The same of JSON as text; undefined where it is none. */
export const jsonWithoutSecrets = (speaker: Speaker, text: string): string | undefined => {
  const value = parseLenient(text)
  if (value === undefined) return undefined
  const cleaned = answerWithoutSecrets(speaker, value)
  return cleaned === value ? text : JSON.stringify(cleaned)
}

/**
 * Whether it pays to take JSON apart: something other than a plain word stands where the upstream may speak, or a plain
 * one that tells of a machine or a key. Most answers hold nothing of the kind, and to look is much cheaper than to parse.
 */
export const maySpeak = (speaker: Speaker, text: string): boolean =>
  hasUnusual(text) || secretsOf(speaker).likeliest.some((secret) => text.includes(secret))

/** Within a text every quote stands behind a backslash, so what is found is no text's own. */
const hasUnusual = (text: string): boolean => {
  // So few write it otherwise that it is simply taken apart.
  if (listOfTexts.test(text) || text.includes('" :')) return true
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) {
    let start = behindBlanks(text, at + 2)
    const first = text.charCodeAt(start)
    if (first !== quote && first !== openBracket && first !== openBrace) continue
    if (text.startsWith('rror', at - 4) || text.startsWith('rrors', at - 5)) return true
    if (first === openBracket) start = behindBlanks(text, start + 1)
    if (text.charCodeAt(start) !== quote) continue
    if (first === quote && isPlain(text, start + 1)) continue
    if (!contentNames.has(text.slice(text.lastIndexOf('"', at - 1) + 1, at))) return true
  }
  return false
}

const isPlain = (text: string, start: number): boolean => {
  let end = start
  while (isWordSign(text.charCodeAt(end))) end += 1
  if (text.charCodeAt(end) === quote && end - start < longestWord) return true
  return plainWord.test(text.slice(start, Math.min(text.indexOf('"', end), start + longestLabel)))
}

const isWordSign = (sign: number): boolean =>
  (sign >= 0x61 && sign <= 0x7a) || (sign >= 0x41 && sign <= 0x5a) || (sign >= 0x30 && sign <= 0x39) || sign === 0x5f

const behindBlanks = (text: string, start: number): number => {
  let position = start
  while (text.charCodeAt(position) <= 0x20) position += 1
  return position
}

const listOfTexts = /^\s*\[\s*"/
/** Keys of some kinds are longer words. */
const longestWord = 24
const longestLabel = 200
const quote = 0x22
const openBracket = 0x5b
const openBrace = 0x7b
const plainWord =
  /^(?!sk-|AIza|AKIA|ya29|eyJ|[\w-]*\d-\d{1,3}-\d{1,3}-\d)(?:chat\.|response\.)?[\w-]*(?:\.(?!local|corp|internal|intra|lan|svc|home|arpa)[\w-]+)?$/
