import type { JsonObject } from '#protocols/json/json.ts'
import { withChatRules } from './chat-rules.ts'
import { compatible } from './compatible.ts'
import { withPlainVectors } from './plain-vectors.ts'
import type { Changes } from './provider.ts'
import { withChineseName } from './words.ts'

const plain = compatible({
  type: 26,
  name: 'zhipu',
  label: withChineseName('Zhipu GLM', '智谱 GLM'),
  baseUrl: 'https://open.bigmodel.cn',
  version: '/api/paas/v4',
  keyHint: 'id.secret',
  speaks: ['openai-chat', 'anthropic-messages'],
  paths: { 'anthropic-messages': '/api/anthropic/v1/messages' },
  models:
    'glm-5.1 glm-5 glm-4.7 glm-4.7-flash glm-4.6 glm-4.6v glm-4.5 glm-4.5-air glm-4.5-flash glm-4-plus glm-4-air ' +
    'glm-4-airx glm-4-long glm-4-flash glm-4v-plus glm-4v embedding-3 embedding-2 cogview-4',
})

export const zhipu = withPlainVectors(
  withChatRules(plain, ({ model }) => ({
    model,
    changes: (body) => ({
      ...temperatureOf(body),
      ...stopOf(body),
      ...thinkingOf(body),
    }),
  })),
)

/** Nothing left to chance is said in a way of its own. */
const temperatureOf = (body: JsonObject): Changes =>
  body.temperature === 0 ? { temperature: undefined, do_sample: false } : {}

const stopOf = ({ stop }: JsonObject): Changes => (typeof stop === 'string' ? { stop: [stop] } : {})

const thinkingOf = ({ reasoning_effort: effort, thinking }: JsonObject): Changes => {
  if (typeof effort !== 'string') return {}
  const told = { type: effort === 'none' ? 'disabled' : 'enabled' }
  return { reasoning_effort: undefined, ...(thinking === undefined ? { thinking: told } : {}) }
}
