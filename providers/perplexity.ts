import { compatible } from './compatible.ts'
import { openaiLikeChat } from './openai-like-chat.ts'
import type { Provider, Route } from './provider.ts'

const plain = compatible({
  type: 1001,
  name: 'perplexity',
  label: 'Perplexity',
  baseUrl: 'https://api.perplexity.ai',
  version: '',
  keyHint: 'pplx-…',
  operations: ['chat'],
  listsModels: false,
  models: 'sonar sonar-pro sonar-reasoning sonar-reasoning-pro sonar-deep-research',
})

const perplexityChat = openaiLikeChat('perplexity-chat')

/** Its streams end with a piece of another kind, which clients of chat do not know. */
export const perplexity: Provider = {
  ...plain,
  route: (facts, wanted, key): Route => ({ ...plain.route(facts, wanted, key), dialect: perplexityChat }),
}
