import { isObject, textAt } from '#protocols/json/json.ts'
import { compatible } from './compatible.ts'
import type { Provider } from './provider.ts'

const baseUrl = 'https://models.github.ai'

const plain = compatible({
  type: 1013,
  name: 'github-models',
  label: 'GitHub Models',
  baseUrl,
  version: '/inference',
  keyHint: 'github_pat_…',
  operations: ['chat', 'embeddings'],
  models:
    'openai/gpt-4.1 openai/gpt-4.1-mini openai/gpt-4o openai/gpt-4o-mini openai/o4-mini meta/llama-3.3-70b-instruct ' +
    'deepseek/deepseek-v3-0324 deepseek/deepseek-r1-0528 mistral-ai/mistral-medium-2505 openai/text-embedding-3-small',
})

/** Its models stand in a catalogue, which is a bare list. */
export const githubModels: Provider = {
  ...plain,
  modelList: (facts, key) => ({
    url: `${facts.baseUrl || baseUrl}/catalog/models`,
    headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
    read: (body) => (Array.isArray(body) ? body.filter(isObject).flatMap((entry) => textAt(entry, 'id') ?? []) : []),
  }),
}
