import { isObject, textAt } from '#protocols/json/json.ts'
import { readError } from '#protocols/openai-chat/error.ts'
import { readReply } from '#protocols/rerank/reply.ts'
import { cohereChat } from './cohere-chat/index.ts'
import { cohereEmbeddings } from './cohere-embeddings.ts'
import type { Dialect } from './dialect.ts'
import { unframeJsonLines } from './json-lines.ts'
import { bearer, type Operation, type Provider, type Route, splitAddress, type Wanted } from './provider.ts'
import { apiKey } from './words.ts'

const baseUrl = 'https://api.cohere.ai'
const operations: readonly Operation[] = ['chat', 'embeddings', 'rerank']

/** Documents are plain texts here. */
const cohereRerank: Dialect = {
  kind: 'rerank',
  name: 'cohere-rerank',
  upstream: {
    writeRequest: ({ query, documents, topN, extra }, { model }) => ({
      model,
      query,
      documents: documents.map((each) =>
        typeof each === 'string' ? each : (textAt(each, 'text') ?? JSON.stringify(each)),
      ),
      ...(topN === undefined ? {} : { top_n: topN }),
      ...(typeof extra.max_tokens_per_doc === 'number' ? { max_tokens_per_doc: extra.max_tokens_per_doc } : {}),
    }),
    readReply,
    readError,
  },
}

export const cohere: Provider = {
  type: 34,
  name: 'cohere',
  label: 'Cohere',
  baseUrl,
  keyHint: apiKey,
  models: (
    'command-a-plus-05-2026 command-a-03-2025 command-a-reasoning-08-2025 command-a-vision-07-2025 ' +
    'command-r7b-12-2024 command-r-plus-08-2024 command-r-08-2024 command-r-plus command-r embed-v4.0 ' +
    'embed-multilingual-v3.0 embed-english-v3.0 rerank-v4.0-pro rerank-v3.5 rerank-multilingual-v3.0 ' +
    'rerank-english-v3.0'
  ).split(' '),
  operations: new Set(operations),
  route: (facts, wanted): Route => ({
    ...splitAddress((facts.baseUrl || baseUrl) + pathOf(wanted)),
    dialect: dialectOf(wanted),
    model: wanted.model,
    modelInBody: true,
    fetchesUrls: true,
    defaultMaximumOutput: 8192,
    ...(wanted.stream ? { unframe: unframeJsonLines } : {}),
  }),
  headers: bearer,
  modelList: (facts, key) => ({
    url: `${facts.baseUrl || baseUrl}/v1/models?page_size=1000`,
    headers: { authorization: `Bearer ${key}` },
    read: (body) =>
      isObject(body) && Array.isArray(body.models)
        ? body.models.flatMap((entry: unknown) => textAt(entry, 'name') ?? [])
        : [],
  }),
}

const pathOf = ({ operation }: Wanted): string => {
  if (operation === 'embeddings') return '/v2/embed'
  return operation === 'rerank' ? '/v2/rerank' : '/v2/chat'
}

const dialectOf = ({ operation }: Wanted): Dialect => {
  if (operation === 'embeddings') return cohereEmbeddings
  return operation === 'rerank' ? cohereRerank : cohereChat
}
