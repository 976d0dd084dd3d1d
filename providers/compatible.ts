import type { JsonObject } from '#protocols/json.ts'
import type { ProtocolName } from '#protocols/protocol.ts'
import {
  bearer,
  type Changes,
  type ChannelFacts,
  type Operation,
  type Provider,
  type Route,
  splitAddress,
  type Wanted,
} from './provider.ts'

type Compatible = {
  type: number
  name: string
  label: string
  baseUrl: string
  /** What stands in an address where OpenAI has `/v1`. */
  version?: string
  keyHint?: string
  models: string
  /** The chat dialects it takes as they are; the first is what every other one is translated into. */
  speaks?: readonly ProtocolName[]
  operations?: readonly Operation[]
  /** Whether it fetches pictures by address itself. */
  fetchesUrls?: boolean
  changes?: (body: JsonObject, wanted: Wanted) => Changes
}

/** Some addresses already carry the version, behind which only the rest of the path is wanted. */
const gatewayHost = 'https://gateway.ai.cloudflare.com'

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

const operationPaths: Readonly<Record<Exclude<Operation, 'chat' | 'stored_response'>, string>> = {
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
}

/** A dialect of the vendor's for an operation: the client's own where it is spoken as is. */
const dialectFor = (wanted: Wanted, speaks: readonly ProtocolName[]): ProtocolName => {
  if (wanted.operation === 'embeddings') return 'openai-embeddings'
  if (wanted.operation !== 'chat') return wanted.protocol
  return speaks.includes(wanted.protocol) ? wanted.protocol : (speaks[0] ?? 'openai-chat')
}

/** The end of an OpenAI-like address, after the version. */
const pathFor = (wanted: Wanted, dialect: ProtocolName): string => {
  if (wanted.operation === 'chat') return chatPaths[dialect] ?? '/chat/completions'
  if (wanted.operation === 'realtime') return `/realtime?model=${encodeURIComponent(wanted.model)}`
  if (wanted.operation !== 'stored_response') return operationPaths[wanted.operation]
  const place = wanted.path.replace(/^(?:\/hf)?\/v1/, '')
  return wanted.query === '' ? place : `${place}?${wanted.query}`
}

export const compatible = ({
  type,
  name,
  label,
  baseUrl,
  version = '/v1',
  keyHint = 'sk-…',
  models,
  speaks = ['openai-chat'],
  operations = usualOperations,
  fetchesUrls = true,
  changes,
}: Compatible): Provider => ({
  type,
  name,
  label,
  baseUrl,
  keyHint,
  otherHint: '',
  models: models === '' ? [] : models.split(' '),
  operations: new Set(operations),
  route: (facts, wanted): Route => {
    const dialect = dialectFor(wanted, speaks)
    const base = facts.baseUrl || baseUrl
    const prefix = version === '/v1' && base.startsWith(gatewayHost) ? '' : version
    const { origin, path } = splitAddress(base + prefix + pathFor(wanted, dialect))
    return {
      origin,
      path,
      dialect,
      model: wanted.model,
      modelInBody: true,
      fetchesUrls,
      defaultMaximumOutput: 8192,
      ...(changes === undefined ? {} : { changes: (body: JsonObject) => changes(body, wanted) }),
    }
  },
  headers: bearer,
})

/** The operator's address is the whole endpoint, with `{model}` standing for the model's name. */
const custom: Provider = {
  ...compatible({ type: 8, name: 'custom', label: 'Custom (full address)', baseUrl: '', models: '' }),
  route: (facts: ChannelFacts, wanted: Wanted): Route => ({
    ...splitAddress(facts.baseUrl.replaceAll('{model}', encodeURIComponent(wanted.model))),
    dialect: dialectFor(wanted, ['openai-chat']),
    model: wanted.model,
    modelInBody: true,
    fetchesUrls: true,
    defaultMaximumOutput: 8192,
  }),
}

/** Vendors that speak a known dialect as is: one line each. */
export const compatibleProviders: readonly Provider[] = [
  custom,
  compatible({
    type: 4,
    name: 'ollama',
    label: 'Ollama',
    baseUrl: 'http://localhost:11434',
    keyHint: 'any text',
    models: 'llama3.3 llama3.2 qwen3 deepseek-r1 gemma3 gpt-oss:20b',
  }),
  compatible({
    type: 17,
    name: 'dashscope',
    label: 'Alibaba Qwen',
    baseUrl: 'https://dashscope.aliyuncs.com',
    version: '/compatible-mode/v1',
    models: 'qwen3-max qwen-plus qwen-turbo qwen-flash qwen-long qwq-plus',
  }),
  compatible({
    type: 19,
    name: 'ai360',
    label: '360',
    baseUrl: 'https://api.360.cn',
    models: '360gpt-turbo 360gpt-turbo-responsibility-8k 360gpt-pro 360gpt2-pro 360gpt2-o1 360zhinao2-o1',
  }),
  compatible({
    type: 20,
    name: 'openrouter',
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api',
    keyHint: 'sk-or-…',
    models: '',
  }),
  compatible({
    type: 22,
    name: 'fastgpt',
    label: 'FastGPT',
    baseUrl: 'https://fastgpt.run/api/openapi',
    keyHint: 'fastgpt-…',
    models: '',
  }),
  compatible({
    type: 25,
    name: 'moonshot',
    label: 'Moonshot',
    baseUrl: 'https://api.moonshot.cn',
    models:
      'kimi-k3 kimi-k2.7-code kimi-k2.6 kimi-k2.5 kimi-k2-thinking kimi-k2-turbo-preview kimi-k2-0905-preview kimi-latest moonshot-v1-8k moonshot-v1-32k moonshot-v1-128k moonshot-v1-auto',
  }),
  compatible({
    type: 26,
    name: 'zhipu',
    label: 'Zhipu GLM',
    baseUrl: 'https://open.bigmodel.cn',
    version: '/api/paas/v4',
    keyHint: 'id.secret',
    models:
      'glm-5.1 glm-5 glm-4.7 glm-4.7-flash glm-4.6 glm-4.5 glm-4.5-air glm-4.5-flash glm-4-plus glm-4-air glm-4-airx glm-4-long glm-4-flash',
  }),
  compatible({
    type: 31,
    name: 'lingyi',
    label: 'Lingyi Wanwu',
    baseUrl: 'https://api.lingyiwanwu.com',
    models:
      'yi-lightning yi-large yi-medium yi-vision yi-vision-v2 yi-medium-200k yi-spark yi-large-rag yi-large-turbo yi-large-fc yi-large-preview yi-large-rag-preview',
  }),
  compatible({
    type: 40,
    name: 'siliconflow',
    label: 'SiliconCloud',
    baseUrl: 'https://api.siliconflow.cn',
    models:
      'deepseek-ai/DeepSeek-V3.2 deepseek-ai/DeepSeek-R1 Qwen/Qwen3-235B-A22B-Instruct-2507 Qwen/Qwen3-32B Qwen/Qwen2.5-72B-Instruct moonshotai/Kimi-K2-Instruct zai-org/GLM-4.6 MiniMaxAI/MiniMax-M2',
  }),
  compatible({
    type: 43,
    name: 'deepseek',
    label: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com',
    models: 'deepseek-v4-pro deepseek-v4-flash deepseek-chat deepseek-reasoner',
  }),
  compatible({
    type: 45,
    name: 'volcengine',
    label: 'Volcengine Doubao',
    baseUrl: 'https://ark.cn-beijing.volces.com',
    version: '/api/v3',
    keyHint: 'Ark API key',
    models:
      'doubao-seed-1-6-251015 doubao-seed-1-6-flash-250828 doubao-seed-1-6-thinking-250715 doubao-1-5-pro-32k-250115 doubao-1-5-lite-32k-250115 deepseek-v3-2-251201 deepseek-r1-250528 kimi-k2-250905',
  }),
  compatible({
    type: 46,
    name: 'qianfan',
    label: 'Baidu Qianfan',
    baseUrl: 'https://qianfan.baidubce.com',
    version: '/v2',
    keyHint: 'bce-v3/ALTAK-…',
    models:
      'ernie-4.5-turbo-128k ernie-4.5-turbo-vl ernie-x1-turbo-32k ernie-4.0-8k ernie-4.0-turbo-8k ernie-4.0-turbo-128k ernie-3.5-8k ernie-3.5-128k ernie-speed-8k ernie-speed-128k ernie-speed-pro-128k ernie-lite-8k ernie-lite-pro-128k ernie-tiny-8k deepseek-v3 deepseek-r1',
  }),
  compatible({ type: 47, name: 'xinference', label: 'Xinference', baseUrl: '', keyHint: 'any text', models: '' }),
  compatible({
    type: 48,
    name: 'xai',
    label: 'xAI',
    baseUrl: 'https://api.x.ai',
    keyHint: 'xai-…',
    models:
      'grok-4.6 grok-4.5 grok-4.3 grok-4 grok-4-fast-reasoning grok-4-fast-non-reasoning grok-code-fast-1 grok-3 grok-3-mini',
  }),
]
