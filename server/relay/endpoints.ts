import type { IncomingHttpHeaders } from 'node:http'
import type { BatchAct, BatchPlatform } from '#protocols/batch-platform.ts'
import { batchPlatforms } from '#protocols/batches/index.ts'
import type { ProtocolName } from '#protocols/protocol.ts'
import type { TaskAct, TaskPlatform } from '#protocols/task-platform.ts'
import { taskPlatforms } from '#protocols/tasks/index.ts'
import { usualVideoModel, type VideoAct, type VideoWords } from '#protocols/videos.ts'
import type { Operation } from '#providers/provider.ts'
import { decodePart, type UsualAddress } from './usual-address.ts'

/** What a path is for. */
export type RelayEndpoint =
  | KeyedEndpoint
  | LaterEndpoint
  | (Purpose & { kind: 'playground' })
  | (Purpose & { kind: 'version' })

/** One whose callers show a key; whoever asks from the playground is signed in to the console, and anybody for the version. */
export type KeyedEndpoint = Purpose & {
  kind:
    | 'call'
    | 'count'
    | 'stored'
    | 'file'
    | 'media_file'
    | 'kept'
    | 'realtime'
    | 'session_key'
    | 'models'
    | 'model'
    | 'show'
    | 'loaded'
    | 'bill'
    | 'unimplemented'
}

/** One for work that is finished later; not every one of these wants a key. */
export type LaterEndpoint = TaskEndpoint | BatchEndpoint | VideoEndpoint

export type TaskEndpoint = Purpose & { kind: 'task'; task: TaskPurpose }

type TaskPurpose = { platform: TaskPlatform; act: TaskAct }

/** One for calls that are handed in together and answered later. */
export type BatchEndpoint = Purpose & { kind: 'batch'; batch: { platform: BatchPlatform; act: BatchAct } }

/** One for films, in the words of their clients for whoever makes them. */
export type VideoEndpoint = Purpose & { kind: 'video'; act: VideoAct; words: VideoWords }

type Purpose = {
  operation: Operation
  protocol: ProtocolName
  /** The address under its usual name, whatever the client calls it. */
  path: string
  /** The part of the path that varies, such as a model's name. */
  parameter: string
  /** The model that the address names: it is meant, whatever the body says. */
  namedModel: string | undefined
  /** Whether clients of this address find the usage in every stream, without asking for it. */
  tellsUsage: boolean
  /** Set when the path says that a stream is wanted; otherwise the body does. */
  stream: boolean | undefined
  /** The model that is meant when a client names none. */
  defaultModel: string | undefined
}

export type Row = RowOfPath &
  (
    | { kind: Exclude<RelayEndpoint['kind'], LaterEndpoint['kind']> }
    | Pick<TaskEndpoint, 'kind' | 'task'>
    | Pick<BatchEndpoint, 'kind' | 'batch'>
    | Pick<VideoEndpoint, 'kind' | 'act' | 'words'>
  )

type RowOfPath = {
  method: 'GET' | 'POST' | 'DELETE' | 'ANY'
  /** One of its own, or a pattern of many. */
  path: string | RegExp
  protocol: ProtocolName
  operation?: Operation
  stream?: boolean
  defaultModel?: string
  /** A header that tells whose client asks, where clients of several dialects use the same path. */
  header?: string
}

const googleKey = 'x-goog-api-key'

const call = (
  path: Row['path'],
  operation: Operation,
  protocol: ProtocolName,
  rest: Partial<Pick<RowOfPath, 'stream' | 'defaultModel'>> = {},
): Row => ({ method: 'POST', path, kind: 'call', operation, protocol, ...rest })

const count = (path: Row['path'], protocol: ProtocolName, operation: Operation = 'count_tokens'): Row => ({
  method: 'POST',
  path,
  kind: 'count',
  operation,
  protocol,
})

const stored = (method: Row['method'], path: RegExp): Row => ({
  method,
  path,
  kind: 'stored',
  operation: 'stored_response',
  protocol: 'openai-responses',
})

const file = (method: Row['method'], path: Row['path']): Row => ({
  method,
  path,
  kind: 'file',
  operation: 'files',
  protocol: 'openai-chat',
})

/** Its newer clients ask below the paths of another dialect, and are known by where they put their key. */
const mediaFile = (method: Row['method'], path: (version: string) => Row['path']): Row[] =>
  (['v1beta', 'v1'] as const).map((version) => ({
    ...{ method, path: path(version), kind: 'media_file', operation: 'media_files', protocol: 'gemini-generate' },
    ...(version === 'v1' ? { header: googleKey } : {}),
  }))

const video = (method: Row['method'], path: Row['path'], act: VideoAct): Row => ({
  ...{ method, path, act, kind: 'video', words: 'film', operation: 'video_task', protocol: 'openai-chat' },
  ...(act === 'create' ? { defaultModel: usualVideoModel } : {}),
})

const filmOperation = (method: Row['method'], path: RegExp, act: VideoAct): Row => ({
  ...{ method, path, act, kind: 'video', words: 'operation', operation: 'video_task', protocol: 'gemini-generate' },
})

/** Under which upstreams are asked for films, in whatever words they were asked for. */
export const usualVideoEndpoint = (endpoint: VideoEndpoint): VideoEndpoint => ({
  ...endpoint,
  protocol: 'openai-chat',
  path: '/v1/videos',
})

const kept = (path: RegExp, operation: Operation, protocol: ProtocolName): Row[] =>
  (['GET', 'POST', 'DELETE'] as const).map((method) => ({
    ...{ method, path, kind: 'kept', operation, protocol },
  }))

const models = (path: Row['path'], protocol: ProtocolName, header?: string): Row => ({
  method: 'GET',
  path,
  kind: 'models',
  protocol,
  ...(header === undefined ? {} : { header }),
})

const model = (path: Row['path'], protocol: ProtocolName, header?: string): Row => ({
  ...models(path, protocol, header),
  kind: 'model',
})

export const modelActs = 'generateContent|streamGenerateContent|countTokens|embedContent|batchEmbedContents'

/** A name that ends like what is asked of a model is none: who asks for that in a wrong way is to hear of the right one. */
const ofModel = (version: string): RegExp => new RegExp(`^/${version}/models/((?!.*:(?:${modelActs})$).+)$`)

const bill = (path: RegExp): Row => ({ method: 'GET', path, kind: 'bill', protocol: 'openai-chat' })

/** A platform brings its own. */
const taskRows = taskPlatforms.flatMap((platform): Row[] =>
  platform.rows.map(({ method, path, act }) => ({
    method,
    path,
    kind: 'task',
    operation: platform.operation,
    protocol: 'tasks',
    task: { platform, act },
  })),
)

/** Whose clients are known by a header come first. */
const batchRows = batchPlatforms
  .flatMap((platform): Row[] =>
    platform.rows.map(({ method, path, act, header }) => ({
      method,
      ...(header === undefined ? {} : { header }),
      path,
      kind: 'batch',
      operation: platform.operation,
      protocol: platform.protocol,
      batch: { platform, act },
    })),
  )
  .toSorted((one, other) => Number(one.header === undefined) - Number(other.header === undefined))

/** Sessions whose first message names their model, at either of two clouds' doors. */
const livePath =
  /^\/ws\/google\.(?:ai\.generativelanguage\.v1(?:alpha|beta)?\.GenerativeService\.BidiGenerateContent(?:Constrained)?|cloud\.aiplatform\.v1(?:beta1)?\.LlmBidiService\/BidiGenerateContent)$/

/** One row per path, under its usual name. The first row that fits counts. */
export const rows: readonly Row[] = [
  call('/v1/chat/completions', 'chat', 'openai-chat'),
  { method: 'POST', path: '/pg/chat/completions', kind: 'playground', protocol: 'openai-chat' },
  call('/v1/responses', 'chat', 'openai-responses'),
  call('/v1/responses/compact', 'response_compaction', 'openai-responses'),
  call('/v1/messages', 'chat', 'anthropic-messages'),
  call(/^\/v1(?:beta)?\/models\/([^/]+):generateContent$/, 'chat', 'gemini-generate', { stream: false }),
  call(/^\/v1(?:beta)?\/models\/([^/]+):streamGenerateContent$/, 'chat', 'gemini-generate', { stream: true }),
  call('/v1/completions', 'completions', 'openai-completions'),
  call('/v1/embeddings', 'embeddings', 'openai-embeddings'),
  call(/^\/v1(?:beta)?\/models\/([^/]+):(?:embedContent|batchEmbedContents)$/, 'embeddings', 'gemini-embeddings'),
  call('/v1/moderations', 'moderations', 'openai-moderations', { defaultModel: 'omni-moderation-latest' }),
  call('/v1/images/generations', 'image_generation', 'openai-images', { defaultModel: 'dall-e' }),
  call('/v1/images/edits', 'image_edit', 'openai-images', { defaultModel: 'gpt-image-1' }),
  call('/v1/images/variations', 'image_variation', 'openai-images', { defaultModel: 'gpt-image-1' }),
  call('/v1/audio/speech', 'speech', 'openai-speech', { defaultModel: 'tts-1' }),
  call('/v1/audio/transcriptions', 'transcription', 'openai-transcriptions', { defaultModel: 'whisper-1' }),
  call('/v1/audio/translations', 'translation', 'openai-transcriptions', { defaultModel: 'whisper-1' }),
  call('/v1/rerank', 'rerank', 'rerank'),
  call('/v2/rerank', 'rerank', 'cohere-rerank'),
  call('/v2/embed', 'embeddings', 'cohere-embed'),
  call('/v1/embed', 'embeddings', 'cohere-embed-v1'),
  count('/v1/messages/count_tokens', 'anthropic-messages'),
  count(/^\/v1(?:beta)?\/models\/([^/]+):countTokens$/, 'gemini-generate'),
  count('/v1/responses/input_tokens', 'openai-responses', 'response_tokens'),
  stored('GET', /^\/v1\/responses\/([^/]+)(?:\/input_items)?$/),
  stored('POST', /^\/v1\/responses\/([^/]+)\/cancel$/),
  stored('DELETE', /^\/v1\/responses\/([^/]+)$/),
  ...batchRows,
  filmOperation('POST', /^\/v1(?:beta)?\/models\/([^/]+):predictLongRunning$/, 'create'),
  filmOperation('POST', /^\/v1(?:beta)?\/models\/.+:fetchPredictOperation$/, 'fetch'),
  filmOperation('GET', /^\/v1(?:beta)?\/models\/.+\/operations\/([^/]+)$/, 'one'),
  filmOperation('GET', /^(?:\/download)?\/v1beta\/files\/(film(?:[0-9a-f]{2})+):download$/, 'content'),
  ...mediaFile('POST', (version) => `/upload/${version}/files`),
  ...mediaFile('GET', (version) => `/${version}/files`),
  ...mediaFile('GET', (version) => new RegExp(`^(?:/download)?/${version}/files/([\\w-]+):download$`)),
  ...mediaFile('GET', (version) => new RegExp(`^/${version}/files/([\\w-]+)$`)),
  ...mediaFile('DELETE', (version) => new RegExp(`^/${version}/files/([\\w-]+)$`)),
  file('POST', '/v1/files'),
  file('GET', '/v1/files'),
  file('GET', /^\/v1\/files\/([^/]+)(?:\/content)?$/),
  file('DELETE', /^\/v1\/files\/([^/]+)$/),
  file('POST', '/v1/uploads'),
  file('POST', /^\/v1\/uploads\/([^/]+)\/(?:parts|complete|cancel)$/),
  video('POST', '/v1/videos', 'create'),
  video('GET', '/v1/videos', 'list'),
  video('POST', '/v1/videos/edits', 'edit'),
  video('POST', '/v1/videos/extensions', 'extend'),
  ...['/v1/videos/characters', /^\/v1\/videos\/characters\/[^/]+$/].map(
    (path): Row => ({ method: 'ANY', path, kind: 'unimplemented', protocol: 'openai-chat' }),
  ),
  video('GET', /^\/v1\/videos\/([^/]+)$/, 'one'),
  video('DELETE', /^\/v1\/videos\/([^/]+)$/, 'delete'),
  video('POST', /^\/v1\/videos\/([^/]+)\/remix$/, 'remix'),
  video('GET', /^\/v1\/videos\/([^/]+)\/content$/, 'content'),
  video('GET', /^\/v1\/videos\/([^/]+)\/media$/, 'media'),
  ...kept(/^\/v1\/(?:conversations|containers|vector_stores)(?:\/[\w-]+){0,4}$/, 'kept_thing', 'openai-responses'),
  ...kept(/^\/v1beta\/cachedContents(?:\/[\w-]+)?$/, 'kept_cache', 'gemini-generate'),
  {
    method: 'GET',
    path: '/v1/realtime',
    kind: 'realtime',
    operation: 'realtime',
    protocol: 'openai-chat',
    // Of sessions that only write down, whose address names none.
    defaultModel: 'gpt-4o-transcribe',
  },
  {
    method: 'GET',
    path: livePath,
    kind: 'realtime',
    operation: 'live',
    protocol: 'gemini-generate',
  },
  ...['client_secrets', 'sessions', 'transcription_sessions'].map(
    (name): Row => ({
      ...{ method: 'POST', path: `/v1/realtime/${name}`, kind: 'session_key' },
      ...{ operation: 'realtime', protocol: 'openai-chat' },
    }),
  ),
  ...['v1', 'v1beta'].map(
    (version): Row => ({
      ...{ method: 'POST', path: `/${version}/auth_tokens`, kind: 'session_key' },
      ...{ operation: 'live', protocol: 'gemini-generate' },
    }),
  ),
  bill(/^\/v1\/dashboard\/billing\/(subscription|usage)$/),
  bill(/^\/v1\/(?:auth\/)?(key)$/),
  bill(/^\/v1\/(credits)$/),
  models('/v1/models', 'anthropic-messages', 'anthropic-version'),
  models('/v1/models', 'gemini-generate', googleKey),
  models('/v1/models', 'openai-chat'),
  models('/v1beta/models', 'gemini-generate'),
  model(ofModel('v1'), 'anthropic-messages', 'anthropic-version'),
  model(ofModel('v1'), 'gemini-generate', googleKey),
  model(ofModel('v1'), 'openai-chat'),
  model(ofModel('v1beta'), 'gemini-generate'),
  {
    method: 'ANY',
    path: /^\/v1\/(?:fine-tunes|fine_tuning|edits|videos|assistants|threads)(?:\/.*)?$/,
    kind: 'unimplemented',
    protocol: 'openai-chat',
  },
  {
    // What is said over connections that do not lead through here could not be charged.
    method: 'ANY',
    path: /^\/v1\/realtime\/calls(?:\/.*)?$/,
    kind: 'unimplemented',
    protocol: 'openai-chat',
  },
  call('/api/chat', 'chat', 'ollama-chat'),
  call('/api/generate', 'chat', 'ollama-generate'),
  call('/api/embed', 'embeddings', 'ollama-embeddings'),
  call('/api/embeddings', 'embeddings', 'ollama-embeddings'),
  models('/api/tags', 'ollama-chat'),
  { method: 'POST', path: '/api/show', kind: 'show', protocol: 'ollama-chat' },
  { method: 'GET', path: '/api/ps', kind: 'loaded', protocol: 'ollama-chat' },
  { method: 'GET', path: '/api/version', kind: 'version', protocol: 'ollama-chat' },
  {
    method: 'ANY',
    path: /^\/api\/(?:pull|push|create|copy|delete|blobs)(?:\/.*)?$/,
    kind: 'unimplemented',
    protocol: 'ollama-chat',
  },
  { method: 'DELETE', path: /^\/v1\/models\/(.+)$/, kind: 'unimplemented', protocol: 'openai-chat' },
  ...taskRows,
]

export const endpointOf = (row: Row, { path, model, tellsUsage }: UsualAddress, part: string): RelayEndpoint => {
  const purpose: Purpose = {
    operation: row.operation ?? 'chat',
    protocol: row.protocol,
    path,
    parameter: decodePart(part),
    namedModel: model,
    tellsUsage: tellsUsage && (row.protocol === 'openai-chat' || row.protocol === 'openai-completions'),
    stream: row.stream,
    defaultModel: row.defaultModel,
  }
  switch (row.kind) {
    case 'task':
      return { ...purpose, kind: row.kind, task: row.task }
    case 'batch':
      return { ...purpose, kind: row.kind, batch: row.batch }
    case 'video':
      return { ...purpose, kind: row.kind, act: row.act, words: row.words }
    default:
      return { ...purpose, kind: row.kind }
  }
}

/** Whether pages of any origin may call it: what goes by a key, but not what the console does in its user's name. */
export const isOpenPath = (path: string): boolean => !path.startsWith('/pg/')

/** Where nobody knows the path, whoever asks shows whose client it is. */
export const dialectOfStranger = (path: string, headers: IncomingHttpHeaders): ProtocolName => {
  if (/^\/v1beta(?:\/|$)/.test(path) || headers[googleKey] !== undefined) return 'gemini-generate'
  return headers['anthropic-version'] === undefined ? 'openai-chat' : 'anthropic-messages'
}

/** What is asked first in a dialect. */
export const firstCalls: Readonly<Partial<Record<ProtocolName, string>>> = {
  'openai-chat': '/v1/chat/completions',
  'anthropic-messages': '/v1/messages',
  'gemini-generate': '/v1beta/models/{model}:generateContent',
}
