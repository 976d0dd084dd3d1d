import type { IncomingHttpHeaders } from 'node:http'
import { ApplicationError } from '#contract/errors.ts'
import { protocolOf } from '#protocols/index.ts'
import type { Protocol, ProtocolName } from '#protocols/protocol.ts'
import type { Operation } from '#providers/provider.ts'

/** What a path is for. */
export type RelayEndpoint = KeyedEndpoint | (Purpose & { kind: 'playground' })

/** One whose callers show a key; whoever asks from the playground is signed in to the console. */
export type KeyedEndpoint = Purpose & {
  kind: 'call' | 'count' | 'stored' | 'realtime' | 'models' | 'model' | 'bill' | 'unimplemented'
}

type Purpose = {
  operation: Operation
  protocol: ProtocolName
  /** The part of the path that varies, such as a model's name. */
  parameter: string
  /** Set when the path says that a stream is wanted; otherwise the body does. */
  stream: boolean | undefined
  /** The model that is meant when a client names none. */
  defaultModel: string | undefined
}

type Row = {
  method: 'GET' | 'POST' | 'DELETE' | 'ANY'
  path: RegExp
  kind: RelayEndpoint['kind']
  protocol: ProtocolName
  operation?: Operation
  stream?: boolean
  defaultModel?: string
  /** Whether the part that varies is the model that is meant when the body names none. */
  namesDefault?: true
  /** A header that tells whose client asks, where clients of several dialects use the same path. */
  header?: string
}

const call = (
  path: RegExp,
  operation: Operation,
  protocol: ProtocolName,
  rest: Partial<Pick<Row, 'method' | 'stream' | 'defaultModel' | 'namesDefault'>> = {},
): Row => ({ method: 'POST', path, kind: 'call', operation, protocol, ...rest })

const count = (path: RegExp, protocol: ProtocolName): Row => ({
  method: 'POST',
  path,
  kind: 'count',
  operation: 'count_tokens',
  protocol,
})

const stored = (method: Row['method'], path: RegExp): Row => ({
  method,
  path,
  kind: 'stored',
  operation: 'stored_response',
  protocol: 'openai-responses',
})

const models = (path: RegExp, protocol: ProtocolName, header?: string): Row => ({
  method: 'GET',
  path,
  kind: 'models',
  protocol,
  ...(header === undefined ? {} : { header }),
})

const model = (path: RegExp, protocol: ProtocolName, header?: string): Row => ({
  ...models(path, protocol, header),
  kind: 'model',
})

/** One row per path; `/hf/v1` is another name of `/v1`. The first row that fits counts. */
const rows: readonly Row[] = [
  call(/^(?:\/hf)?\/v1\/chat\/completions$/, 'chat', 'openai-chat'),
  { method: 'POST', path: /^\/pg\/chat\/completions$/, kind: 'playground', protocol: 'openai-chat' },
  call(/^(?:\/hf)?\/v1\/responses$/, 'chat', 'openai-responses'),
  call(/^(?:\/hf)?\/v1\/responses\/compact$/, 'response_compaction', 'openai-responses'),
  call(/^(?:\/hf)?\/v1\/messages$/, 'chat', 'anthropic-messages'),
  call(/^\/v1(?:beta)?\/models\/([^/]+):generateContent$/, 'chat', 'gemini-generate', { stream: false }),
  call(/^\/v1(?:beta)?\/models\/([^/]+):streamGenerateContent$/, 'chat', 'gemini-generate', { stream: true }),
  call(/^(?:\/hf)?\/v1\/completions$/, 'completions', 'openai-completions'),
  call(/^(?:\/hf)?\/v1\/embeddings$/, 'embeddings', 'openai-embeddings'),
  call(/^(?:\/hf)?\/v1\/engines\/([^/]+)\/embeddings$/, 'embeddings', 'openai-embeddings', { namesDefault: true }),
  call(/^\/v1(?:beta)?\/models\/([^/]+):(?:embedContent|batchEmbedContents)$/, 'embeddings', 'gemini-embeddings'),
  call(/^(?:\/hf)?\/v1\/moderations$/, 'moderations', 'openai-moderations', { defaultModel: 'omni-moderation-latest' }),
  call(/^(?:\/hf)?\/v1\/images\/generations$/, 'image_generation', 'openai-images', { defaultModel: 'dall-e' }),
  call(/^(?:\/hf)?\/v1\/images\/edits$/, 'image_edit', 'openai-images', { defaultModel: 'gpt-image-1' }),
  call(/^(?:\/hf)?\/v1\/images\/variations$/, 'image_variation', 'openai-images', { defaultModel: 'gpt-image-1' }),
  call(/^(?:\/hf)?\/v1\/audio\/speech$/, 'speech', 'openai-speech', { defaultModel: 'tts-1' }),
  call(/^(?:\/hf)?\/v1\/audio\/transcriptions$/, 'transcription', 'openai-transcriptions', {
    defaultModel: 'whisper-1',
  }),
  call(/^(?:\/hf)?\/v1\/audio\/translations$/, 'translation', 'openai-transcriptions', { defaultModel: 'whisper-1' }),
  call(/^(?:(?:\/hf)?\/v1)?\/rerank$/, 'rerank', 'rerank'),
  count(/^(?:\/hf)?\/v1\/messages\/count_tokens$/, 'anthropic-messages'),
  count(/^\/v1(?:beta)?\/models\/([^/]+):countTokens$/, 'gemini-generate'),
  stored('GET', /^(?:\/hf)?\/v1\/responses\/([^/]+)(?:\/input_items)?$/),
  stored('POST', /^(?:\/hf)?\/v1\/responses\/([^/]+)\/cancel$/),
  stored('DELETE', /^(?:\/hf)?\/v1\/responses\/([^/]+)$/),
  {
    method: 'GET',
    path: /^(?:\/hf)?\/v1\/realtime$/,
    kind: 'realtime',
    operation: 'realtime',
    protocol: 'openai-chat',
    // Of sessions that only write down, whose address names none.
    defaultModel: 'gpt-4o-transcribe',
  },
  {
    method: 'GET',
    path: /^(?:\/v1)?\/dashboard\/billing\/(subscription|usage)$/,
    kind: 'bill',
    protocol: 'openai-chat',
  },
  models(/^(?:\/hf)?\/v1\/models$/, 'anthropic-messages', 'anthropic-version'),
  models(/^\/v1\/models$/, 'gemini-generate', 'x-goog-api-key'),
  models(/^(?:\/hf)?\/v1\/models$/, 'openai-chat'),
  models(/^\/v1beta\/models$/, 'gemini-generate'),
  model(/^(?:\/hf)?\/v1\/models\/(.+)$/, 'anthropic-messages', 'anthropic-version'),
  model(/^\/v1\/models\/(.+)$/, 'gemini-generate', 'x-goog-api-key'),
  model(/^(?:\/hf)?\/v1\/models\/(.+)$/, 'openai-chat'),
  model(/^\/v1beta\/models\/(.+)$/, 'gemini-generate'),
  {
    method: 'ANY',
    path: /^\/v1\/(?:files|fine-tunes|fine_tuning|edits)(?:\/.*)?$/,
    kind: 'unimplemented',
    protocol: 'openai-chat',
  },
  { method: 'DELETE', path: /^\/v1\/models\/(.+)$/, kind: 'unimplemented', protocol: 'openai-chat' },
]

const relayPath = /^\/(?:(?:hf\/)?v1|v1beta|pg)(?:\/|$)|^\/rerank\/?$|^\/dashboard\/billing\/(?:subscription|usage)\/?$/

/** Whether a path belongs to the relay at all, known or not. */
export const isRelayPath = (path: string): boolean => relayPath.test(path) || misplacedCall.test(path)

/** Clients whose base address has the version twice, or not at all. */
const misplacedCall =
  /\/(?:chat\/completions|v1\/(?:responses|messages|embeddings))\/?$|^\/(?:responses|messages|embeddings)\/?$/

/** A path that nothing answers; what was probably meant is told. */
export const unknownPath = (method: string, path: string): ApplicationError => {
  const right = rightPathFor(path)
  if (right === undefined) return new ApplicationError('not_found', { method, path })
  return new ApplicationError('path_misplaced', { method, path, right })
}

const rightPathFor = (path: string): string | undefined => {
  const plain = withoutSlash(path)
  const version = Math.max(plain.lastIndexOf('/v1/'), plain.lastIndexOf('/v1beta/'))
  const right = version < 0 ? `/v1${plain}` : plain.slice(version)
  return right !== plain && rows.some((row) => row.path.test(right)) ? right : undefined
}

/** A trailing slash is the same path. */
export const findEndpoint = (
  method: string,
  path: string,
  headers: IncomingHttpHeaders,
): RelayEndpoint | 'wrong_method' | undefined => {
  const plain = withoutSlash(path)
  let known = false
  for (const row of rows) {
    const match = row.path.exec(plain)
    if (match === null) continue
    known = true
    if (!fits(row, headers) || (row.method !== 'ANY' && row.method !== method)) continue
    const part = decodePart(match[1] ?? '')
    return {
      kind: row.kind,
      operation: row.operation ?? 'chat',
      protocol: row.protocol,
      parameter: row.namesDefault === true ? '' : part,
      stream: row.stream,
      defaultModel: row.namesDefault === true ? part : row.defaultModel,
    }
  }
  return known ? 'wrong_method' : undefined
}

/** The dialect in which a path's errors are told, also where the path is unknown. */
export const protocolOfPath = (path: string, headers: IncomingHttpHeaders): Protocol => {
  const plain = rightPathFor(path) ?? withoutSlash(path)
  const row = rows.find((each) => each.path.test(plain) && fits(each, headers))
  return protocolOf(row?.protocol ?? (path.startsWith('/v1beta') ? 'gemini-generate' : 'openai-chat'))
}

const withoutSlash = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)

const fits = ({ header }: Row, headers: IncomingHttpHeaders): boolean =>
  header === undefined || headers[header] !== undefined

const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
