import type { JsonObject } from '#protocols/json/json.ts'
import { cutSuffix, withChatRules } from './chat-rules.ts'
import { compatible } from './compatible.ts'
import { withPlainVectors } from './plain-vectors.ts'
import { type Changes, type Provider, type Route, splitAddress } from './provider.ts'
import { apiKey, withChineseName } from './words.ts'

const version = '/api/v3'

const plain = compatible({
  type: 45,
  name: 'volcengine',
  label: withChineseName('Volcengine Doubao', '火山引擎豆包'),
  baseUrl: 'https://ark.cn-beijing.volces.com',
  version,
  keyHint: apiKey,
  speaks: ['openai-chat', 'openai-responses'],
  openReasoning: { 'openai-responses': 'summary' },
  models:
    'doubao-seed-1-6-251015 doubao-seed-1-6-flash-250828 doubao-seed-1-6-thinking-250715 doubao-1-5-pro-32k-250115 ' +
    'doubao-1-5-lite-32k-250115 doubao-1-5-vision-pro-32k-250115 Doubao-pro-128k Doubao-pro-32k Doubao-pro-4k ' +
    'Doubao-lite-128k Doubao-lite-32k Doubao-lite-4k Doubao-embedding doubao-embedding-large-text-250515 ' +
    'doubao-seedream-4-0-250828 deepseek-v3-2-251201 deepseek-r1-250528 kimi-k2-250905',
})

const chatting = withChatRules(plain, ({ model: name }) => {
  const { model, suffix } = name.startsWith('deepseek')
    ? cutSuffix(name, ['nothinking', 'thinking'])
    : { model: name, suffix: undefined }
  return { model, changes: (body) => thinkingOf(suffix, body) }
})

const ruled = withPlainVectors(chatting)

export const volcengine: Provider = {
  ...ruled,
  route: (facts, wanted, key): Route => {
    if (wanted.operation !== 'chat' || !wanted.model.startsWith('bot')) return ruled.route(facts, wanted, key)
    const base = facts.baseUrl || plain.baseUrl
    const route = ruled.route({ ...facts, dialect: 'openai-chat' }, wanted, key)
    return { ...route, ...splitAddress(`${base}${version}/bots/chat/completions`) }
  },
}

const thinkingOf = (suffix: string | undefined, body: JsonObject): Changes => {
  if (suffix !== undefined) {
    return body.thinking === undefined ? { thinking: { type: suffix === 'thinking' ? 'enabled' : 'disabled' } } : {}
  }
  switch (body.reasoning_effort) {
    case 'none':
      return { reasoning_effort: undefined, ...(body.thinking === undefined ? { thinking: { type: 'disabled' } } : {}) }
    default:
      return {}
  }
}
