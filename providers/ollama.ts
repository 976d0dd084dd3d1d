import { isObject, textAt } from '#protocols/json/json.ts'
import { compatible } from './compatible.ts'
import { unframeJsonLines } from './json-lines.ts'
import { ollamaChat } from './ollama-chat/index.ts'
import { ollamaEmbeddings } from './ollama-embeddings.ts'
import { type Provider, type Route, splitAddress } from './provider.ts'
import { anyText } from './words.ts'

const baseUrl = 'http://localhost:11434'

const plain = compatible({
  type: 4,
  name: 'ollama',
  label: 'Ollama',
  baseUrl,
  keyHint: anyText,
  models: 'llama3.3 llama3.2 qwen3 deepseek-r1 gemma3 gpt-oss:20b nomic-embed-text bge-m3',
  operations: ['chat', 'completions', 'embeddings'],
})

/** Spoken to in its own way unless the operator chose another: the OpenAI-like one tells less of thinking and usage. */
export const ollama: Provider = {
  ...plain,
  route: (facts, wanted, key): Route => {
    const { operation, model } = wanted
    const isOwn = operation === 'embeddings' || (operation === 'chat' && facts.dialect === undefined)
    if (!isOwn) return plain.route(facts, wanted, key)
    return {
      ...splitAddress(`${facts.baseUrl || baseUrl}/api/${operation === 'chat' ? 'chat' : 'embed'}`),
      dialect: operation === 'chat' ? ollamaChat : ollamaEmbeddings,
      model,
      modelInBody: true,
      fetchesUrls: false,
      defaultMaximumOutput: 8192,
      ...(wanted.stream ? { unframe: unframeJsonLines, accept: 'application/x-ndjson' } : {}),
    }
  },
  modelList: (facts, key) => ({
    url: `${facts.baseUrl || baseUrl}/api/tags`,
    headers: { authorization: `Bearer ${key}` },
    read: (body) =>
      isObject(body) && Array.isArray(body.models)
        ? body.models.flatMap((entry: unknown) => textAt(entry, 'name') ?? [])
        : [],
  }),
}
