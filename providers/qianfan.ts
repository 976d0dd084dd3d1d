import { cutSuffix, withChatRules } from './chat-rules.ts'
import { bearerModelList, compatible } from './compatible.ts'
import { withPlainVectors } from './plain-vectors.ts'
import type { Provider } from './provider.ts'
import { withChineseName } from './words.ts'

const plain = compatible({
  type: 46,
  name: 'qianfan',
  label: withChineseName('Baidu Qianfan', '百度千帆'),
  baseUrl: 'https://qianfan.baidubce.com',
  version: '/v2',
  keyHint: 'bce-v3/ALTAK-…',
  operations: ['chat', 'embeddings', 'image_generation', 'image_edit', 'rerank'],
  models:
    'ernie-4.5-turbo-128k ernie-4.5-turbo-vl ernie-x1-turbo-32k ernie-4.0-8k ernie-4.0-turbo-8k ernie-4.0-turbo-128k ' +
    'ernie-3.5-8k ernie-3.5-128k ernie-speed-8k ernie-speed-128k ernie-speed-pro-128k ernie-lite-8k ernie-lite-pro-128k ' +
    'ernie-tiny-8k ernie-char-8k ernie-novel-8k deepseek-v3 deepseek-r1',
})

const search = { enable: true, enable_citation: true, enable_trace: true, enable_status: false }

export const qianfan: Provider = withPlainVectors({
  ...withChatRules(plain, ({ model: name }) => {
    const { model, suffix } = cutSuffix(name, ['search'])
    const isAsked = suffix !== undefined
    return { model, changes: (body) => (isAsked && body.web_search === undefined ? { web_search: search } : {}) }
  }),
  headers: (_facts, key) => {
    const { secret, application } = readKey(key)
    return ['authorization', `Bearer ${secret}`, ...(application === undefined ? [] : ['appid', application])]
  },
  modelList: ({ baseUrl }, key) => bearerModelList(`${baseUrl || plain.baseUrl}/v2/models`, readKey(key).secret),
})

/** `key`, or `key|application`. */
const readKey = (key: string): { secret: string; application: string | undefined } => {
  const [secret = '', application] = key.split('|').map((part) => part.trim())
  return { secret, application: application === '' ? undefined : application }
}
