import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { recordingsFolder } from './recordings.ts'

/** A channel for the exchanges that one provider recorded in one dialect. */
export type RecordedChannel = {
  fields: Record<string, unknown>
  /** The models' public names: each stands for one exchange, once as it was and once broken off. */
  models: readonly string[]
}

type Way = {
  type: number
  key?: string
  /** What stands behind the upstream's address. */
  place?: string
  dialect?: string
  /** What the names of Claude models begin with at the upstream, where the provider goes by them. */
  claude?: string
}

const entry = z.object({ id: z.string(), provider: z.string(), protocol: z.string(), model: z.nullable(z.string()) })
type Entry = z.output<typeof entry>

const awsKey = 'AKIATEST|secret|us-east-1'

const ways: Readonly<Record<string, Way>> = {
  'openai-chat': { type: 1, dialect: 'openai-chat' },
  'openai-chat/azure': { type: 3, dialect: 'openai-chat' },
  'openai-chat/alibaba': { type: 17, dialect: 'openai-chat' },
  'openai-chat/openrouter': { type: 20, dialect: 'openai-chat' },
  'openai-chat/zai': { type: 26, dialect: 'openai-chat' },
  'openai-chat/mistral': { type: 42, dialect: 'openai-chat' },
  'openai-chat/deepseek': { type: 43, dialect: 'openai-chat' },
  'openai-chat/xai': { type: 48, dialect: 'openai-chat' },
  'openai-chat/perplexity': { type: 1001 },
  'openai-chat/groq': { type: 1002, dialect: 'openai-chat' },
  'openai-chat/together': { type: 1003 },
  'openai-chat/cerebras': { type: 1005 },
  'openai-chat/huggingface': { type: 1015, dialect: 'openai-chat' },
  'openai-chat/snowflake': { type: 1023 },
  'openai-chat/databricks': { type: 1024 },
  'openai-chat/writer': { type: 1028 },
  'openai-chat/vllm-or-local': { type: 1029, dialect: 'openai-chat' },
  'openai-chat/llamacpp': { type: 1032, dialect: 'openai-chat' },
  'openai-responses': { type: 1, dialect: 'openai-responses' },
  'openai-responses/azure': { type: 3, dialect: 'openai-responses' },
  'openai-responses/openrouter': { type: 20, dialect: 'openai-responses' },
  'openai-responses/xai': { type: 48, dialect: 'openai-responses' },
  'anthropic-messages': { type: 14 },
  'gemini/google': { type: 24 },
  'gemini/vertex': { type: 41 },
  'bedrock-converse': { type: 33, key: awsKey },
  'bedrock-invoke': { type: 33, key: awsKey, claude: 'anthropic.claude-' },
  'cohere-chat': { type: 34 },
  ollama: { type: 4 },
  dashscope: { type: 17, place: '/api/v1' },
  'openai-embeddings': { type: 1 },
  'openai-embeddings/azure': { type: 3 },
  'openai-embeddings/mistral': { type: 42 },
  'openai-embeddings/openrouter': { type: 20 },
  'openai-embeddings/voyage': { type: 1021 },
  'cohere-embed': { type: 34 },
  'gemini-embed': { type: 24 },
  'vertex-predict': { type: 41 },
  'ollama-embed': { type: 4 },
  rerank: { type: 1 },
  'rerank/cohere': { type: 34 },
  'rerank/openrouter': { type: 20 },
  'rerank/voyage': { type: 1021 },
  'rerank/llamacpp': { type: 1032 },
  'rerank/together': { type: 1003 },
}

/** What the replay does to an answer when the model's name ends so: nothing, or it breaks off in the middle. */
export const brokenOff = 'cut60'
const endings = ['', `--${brokenOff}`]

/** One channel for each pair of provider and dialect that the relay serves by HTTP. */
export const recordedChannels = (upstream: string): RecordedChannel[] => {
  const index = z.array(entry).parse(JSON.parse(readFileSync(join(recordingsFolder, 'manifest.index'), 'utf8')))
  const pairs = Map.groupBy(index, ({ protocol, provider }) => `${protocol}/${provider}`)
  return [...pairs].flatMap(([name, exchanges]) => {
    const way = ways[name] ?? ways[name.split('/')[0] ?? '']
    if (way === undefined) return []
    return [channelFor(name, way, upstream, exchanges)]
  })
}

const channelFor = (
  name: string,
  { type, key = 'sk-upstream', place = '', dialect, claude }: Way,
  upstream: string,
  exchanges: readonly Entry[],
): RecordedChannel => {
  const models = exchanges.flatMap(({ id }) => endings.map((ending) => `fx-${id}${ending}`))
  const mapping = exchanges
    .filter(({ model }) => claude !== undefined && model?.includes('claude'))
    .flatMap(({ id }) => endings.map((ending) => [`fx-${id}${ending}`, `${claude}${id.slice(-10)}${ending}`]))
  return {
    models,
    fields: {
      name,
      type,
      key,
      base_url: upstream + place,
      models: models.join(','),
      ...(mapping.length === 0 ? {} : { model_mapping: JSON.stringify(Object.fromEntries(mapping)) }),
      ...(dialect === undefined ? {} : { setting: JSON.stringify({ dialect }) }),
    },
  }
}
