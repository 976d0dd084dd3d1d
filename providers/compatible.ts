import type { OpenReasoning } from '#protocols/chat.ts'
import { realtime } from '#protocols/index.ts'
import { isObject, type JsonObject, textAt } from '#protocols/json/json.ts'
import type { ProtocolName } from '#protocols/protocol.ts'
import { subscriptionBalance } from './balances.ts'
import {
  bearer,
  type Changes,
  isPassedAsIs,
  type ModelList,
  type Operation,
  type PassedOperation,
  type Provider,
  type Route,
  splitAddress,
  type UnsignedRequest,
  type Wanted,
} from './provider.ts'
import { anyText, type Words, withChineseName } from './words.ts'

type Compatible = {
  type: number
  name: string
  label: Words
  baseUrl: string
  /** What stands in an address where OpenAI has `/v1`. */
  version?: string
  keyHint?: Words
  models: string
  /** The chat dialects it takes as they are; the first is what every other one is translated into. */
  speaks?: readonly ProtocolName[]
  /** Where a dialect or an operation has a whole path of its own. */
  paths?: Partial<Record<ProtocolName | Operation, string>>
  operations?: readonly Operation[]
  /** Whether it fetches pictures by address itself. */
  fetchesUrls?: boolean
  /** How its dialects take back reasoning that nobody sealed, where those of their own vendors refuse it. */
  openReasoning?: OpenReasoningIn
  changes?: (body: JsonObject) => Changes
  /** Whether its models can be asked for where most have their list. */
  listsModels?: boolean
  balance?: Provider['balance']
}

type OpenReasoningIn = Partial<Record<ProtocolName, OpenReasoning>>

/** Servers of open models take it under the newer dialect, and hand it to their models. */
const usualOpenReasoning: OpenReasoningIn = { 'openai-responses': 'full' }

/** Models whose makers seal what they think: wherever they are asked, what comes back open is refused. */
const sealsItsThoughts = /(?:^|[/.:])(?:gpt-\d|chatgpt-|o\d(?:-|$)|codex-|computer-use|claude)/

const openReasoningOf = (ways: OpenReasoningIn, dialect: ProtocolName, model: string): OpenReasoning | undefined => {
  const way = ways[dialect]
  return way === undefined || sealsItsThoughts.test(model) ? undefined : way
}

/** Some addresses already carry the version, behind which only the rest of the path is wanted. */
export const gatewayHost = 'https://gateway.ai.cloudflare.com'

export const usualOperations: readonly Operation[] = [
  'chat',
  'completions',
  'embeddings',
  'moderations',
  'image_generation',
  'image_edit',
  'image_variation',
  'speech',
  'transcription',
  'translation',
  'rerank',
  'realtime',
]

const chatPaths: Partial<Record<ProtocolName, string>> = {
  'openai-chat': '/chat/completions',
  'openai-responses': '/responses',
  'anthropic-messages': '/messages',
}

const operationPaths: Readonly<Record<Exclude<Operation, 'chat' | 'live' | PassedOperation>, string>> = {
  count_tokens: '/messages/count_tokens',
  completions: '/completions',
  embeddings: '/embeddings',
  moderations: '/moderations',
  image_generation: '/images/generations',
  image_edit: '/images/edits',
  image_variation: '/images/variations',
  speech: '/audio/speech',
  transcription: '/audio/transcriptions',
  translation: '/audio/translations',
  rerank: '/rerank',
  realtime: '/realtime',
  response_compaction: '/responses/compact',
  response_tokens: '/responses/input_tokens',
}

/** A dialect of the vendor's for an operation: the client's own where it is spoken as is. */
export const dialectFor = (wanted: Wanted, speaks: readonly ProtocolName[]): ProtocolName => {
  if (wanted.operation === 'embeddings') return 'openai-embeddings'
  if (wanted.operation !== 'chat') return wanted.protocol
  return speaks.includes(wanted.protocol) ? wanted.protocol : (speaks[0] ?? 'openai-chat')
}

/** The end of an OpenAI-like address, after the version. */
export const pathFor = (wanted: Wanted, dialect: ProtocolName): string => {
  if (wanted.operation === 'chat') return chatPaths[dialect] ?? '/chat/completions'
  if (wanted.operation === 'realtime') return `/realtime?${realtimeQuery(wanted)}`
  // No vendor of this kind has such sessions.
  if (wanted.operation === 'live') return ''
  if (!isPassedAsIs(wanted.operation)) return operationPaths[wanted.operation]
  const place = wanted.path.replace(/^(?:\/hf)?\/v1/, '')
  return wanted.query === '' ? place : `${place}?${wanted.query}`
}

/** A session that only writes down is told its model later. */
export const realtimeQuery = ({ model, query }: Wanted): string =>
  realtime.isTranscription(query) ? 'intent=transcription' : `model=${encodeURIComponent(model)}`

export const compatible = ({
  type,
  name,
  label,
  baseUrl,
  version = '/v1',
  keyHint = 'sk-…',
  models,
  speaks = ['openai-chat'],
  paths = {},
  operations = usualOperations,
  fetchesUrls = true,
  openReasoning = usualOpenReasoning,
  changes,
  listsModels = true,
  balance,
}: Compatible): Provider => ({
  type,
  name,
  label,
  baseUrl,
  keyHint,
  models: models === '' ? [] : models.split(' '),
  operations: new Set(operations),
  route: (facts, wanted): Route => {
    const dialect = dialectFor(wanted, facts.dialect === undefined ? speaks : [facts.dialect])
    const base = facts.baseUrl || baseUrl
    const own = paths[wanted.operation === 'chat' ? dialect : wanted.operation]
    const { origin, path } = splitAddress(base + (own ?? versionOf(base, version) + pathFor(wanted, dialect)))
    return {
      origin,
      path,
      dialect,
      model: wanted.model,
      modelInBody: true,
      fetchesUrls,
      defaultMaximumOutput: 8192,
      openReasoning: openReasoningOf(openReasoning, dialect, wanted.model),
      changes,
    }
  },
  headers: (facts, key, request) => [...bearer(facts, key), ...dialectHeaders(request)],
  ...(listsModels
    ? {
        modelList: ({ baseUrl: given }, key) => {
          const base = given || baseUrl
          return bearerModelList(`${base}${versionOf(base, version)}/models`, key)
        },
      }
    : {}),
  ...(balance === undefined ? {} : { balance }),
})

const usualDialectVersion = '2023-06-01'

/** Which version of a dialect is meant, and which of its trials: some who speak what another made ask for it too. */
export const dialectHeaders = ({ path, wanted }: Pick<UnsignedRequest, 'path' | 'wanted'>): string[] => {
  if (!/\/messages(?:\/count_tokens)?$/.test(path)) return []
  const { 'anthropic-version': version, 'anthropic-beta': trials } = wanted.headers
  return [
    ...['anthropic-version', typeof version === 'string' && version !== '' ? version : usualDialectVersion],
    ...(typeof trials === 'string' && trials !== '' ? ['anthropic-beta', trials] : []),
  ]
}

const versionOf = (base: string, version: string): string =>
  version === '/v1' && base.startsWith(gatewayHost) ? '' : version

/** The list nearly all of them have. */
export const bearerModelList = (url: string, key: string): ModelList => ({
  url,
  headers: { authorization: `Bearer ${key}` },
  read: (body) =>
    isObject(body) && Array.isArray(body.data) ? body.data.flatMap((entry: unknown) => textAt(entry, 'id') ?? []) : [],
})

/** The operator's address is the whole endpoint, with `{model}` standing for the model's name. */
const custom: Provider = {
  ...compatible({
    type: 8,
    name: 'custom',
    label: {
      en: 'Custom (full address)',
      zh: '自定义（完整地址）',
      ja: 'カスタム（完全なアドレス）',
      fr: 'Personnalisé (adresse complète)',
      ru: 'Свой (полный адрес)',
      vi: 'Tùy chỉnh (địa chỉ đầy đủ)',
    },
    baseUrl: '',
    models: '',
    balance: subscriptionBalance(''),
  }),
  addressIsWhole: true,
  route: (facts, wanted): Route => {
    const dialect = dialectFor(wanted, [facts.dialect ?? 'openai-chat'])
    return {
      ...splitAddress(facts.baseUrl.replaceAll('{model}', encodeURIComponent(wanted.model))),
      dialect,
      model: wanted.model,
      modelInBody: true,
      fetchesUrls: true,
      defaultMaximumOutput: 8192,
      openReasoning: openReasoningOf(usualOpenReasoning, dialect, wanted.model),
    }
  },
  modelList: ({ baseUrl }, key) => bearerModelList(baseUrl.replace(/\/chat\/completions$/, '/models'), key),
}

/** What they answer with a 400 when it is asked for, as every stream's usage is. */
export const withoutStreamOptions = (body: JsonObject): Changes =>
  body.stream === true || body.stream_options !== undefined ? { stream_options: undefined } : {}

/** Vendors that speak a known dialect as is: one line each. */
export const compatibleProviders: readonly Provider[] = [
  custom,
  compatible({
    type: 19,
    name: 'ai360',
    label: withChineseName('360', '360 智脑'),
    baseUrl: 'https://api.360.cn',
    models: '360gpt-turbo 360gpt-turbo-responsibility-8k 360gpt-pro 360gpt2-pro 360gpt2-o1 360zhinao2-o1',
    changes: withoutStreamOptions,
  }),
  compatible({
    type: 22,
    name: 'fastgpt',
    label: 'FastGPT',
    baseUrl: 'https://fastgpt.run/api/openapi',
    keyHint: 'fastgpt-…',
    models: '',
    changes: withoutStreamOptions,
  }),
  compatible({
    type: 31,
    name: 'lingyi',
    label: withChineseName('Lingyi Wanwu', '零一万物'),
    baseUrl: 'https://api.lingyiwanwu.com',
    models:
      'yi-lightning yi-large yi-medium yi-vision yi-vision-v2 yi-medium-200k yi-spark yi-large-rag yi-large-turbo yi-large-fc yi-large-preview yi-large-rag-preview',
  }),
  compatible({
    type: 38,
    name: 'jina',
    label: 'Jina',
    baseUrl: 'https://api.jina.ai',
    keyHint: 'jina_…',
    operations: ['embeddings', 'rerank'],
    models:
      'jina-embeddings-v4 jina-embeddings-v3 jina-clip-v2 jina-clip-v1 jina-colbert-v2 jina-reranker-v3 jina-reranker-m0 jina-reranker-v2-base-multilingual',
    changes: ({ encoding_format: format }) =>
      format === undefined
        ? {}
        : { encoding_format: undefined, ...(format === 'base64' ? { embedding_type: format } : {}) },
  }),
  compatible({
    type: 44,
    name: 'm3e',
    label: 'M3E',
    baseUrl: 'https://api.moka.ai',
    version: '',
    operations: ['embeddings'],
    models: 'm3e-large m3e-base m3e-small',
  }),
  compatible({ type: 47, name: 'xinference', label: 'Xinference', baseUrl: '', keyHint: anyText, models: '' }),
]
