import type { JsonObject } from '#protocols/json/json.ts'
import { cutSuffix, withChatRules, without } from './chat-rules.ts'
import { compatible, dialectHeaders } from './compatible.ts'
import { dashscopeNative, nativePath } from './dashscope-native.ts'
import {
  answersAtOnce,
  dashscopePictures,
  dashscopeTasks,
  handInPath,
  laterPictures,
  picturesPath,
} from './dashscope-pictures.ts'
import { dashscopeRerank } from './dashscope-rerank.ts'
import { speechRoute } from './dashscope-speech.ts'
import { withPlainVectors } from './plain-vectors.ts'
import { bearer, type Changes, type Provider, type Route, splitAddress } from './provider.ts'
import { withChineseName } from './words.ts'

const baseUrl = 'https://dashscope.aliyuncs.com'
const rerankPath = '/api/v1/services/rerank/text-rerank/text-rerank'

const plain = compatible({
  type: 17,
  name: 'dashscope',
  label: withChineseName('Alibaba Qwen', '阿里云百炼通义'),
  baseUrl,
  version: '/compatible-mode/v1',
  speaks: ['openai-chat', 'anthropic-messages'],
  paths: { 'anthropic-messages': '/apps/anthropic/v1/messages' },
  operations: ['chat', 'completions', 'embeddings', 'image_generation', 'speech', 'rerank'],
  models:
    'qwen3.7-max qwen3.7-plus qwen3.7-flash qwen3.6-plus qwen3-max qwen-max qwen-plus qwen-flash qwen-turbo qwen-long ' +
    'qwen3-coder-plus qwen3-coder-flash qwen3-235b-a22b qwen3-32b qwq-plus qwen3-vl-plus qwen-vl-max qvq-max ' +
    'text-embedding-v4 text-embedding-v3 text-embedding-v1 gte-rerank-v2 qwen3-rerank qwen-image qwen-image-plus ' +
    'wan2.6-t2i wan2.5-t2i-preview wan2.2-t2i-flash qwen3-tts-flash cosyvoice-v3-flash cosyvoice-v3-plus',
})

const chatting = withChatRules(plain, ({ model: name, stream }) => {
  const { model, suffix } = cutSuffix(name, ['internet'])
  return {
    model,
    changes: (body) => ({
      ...(suffix === undefined ? {} : { enable_search: true }),
      ...thinkingOf(model, stream, body),
    }),
    ...(onlyStreams.test(model) ? { route: { streams: 'always' } } : {}),
  }
})

const ruled = withPlainVectors(chatting)

export const dashscope: Provider = {
  ...ruled,
  other: {
    label: { en: 'Plugin', zh: '插件', ja: 'プラグイン', fr: 'Plug-in', ru: 'Плагин', vi: 'Plugin' },
    example: { en: 'plugin', zh: '插件', ja: 'プラグイン', fr: 'plug-in', ru: 'плагин', vi: 'plugin' },
  },
  route: (facts, wanted, key): Route => {
    const base = facts.baseUrl || baseUrl
    // Whatever interface an address leads to, the rest is beside it.
    const place = base.replace(/\/(?:api|compatible-mode)\/v1$/, '')
    if (wanted.operation === 'rerank') return ownRoute(place + rerankPath, wanted.model, dashscopeRerank)
    if (wanted.operation === 'speech') return speechRoute(place, wanted.model, ownRoute)
    if (wanted.operation === 'image_generation') {
      return answersAtOnce.test(wanted.model)
        ? ownRoute(place + picturesPath, wanted.model, dashscopePictures)
        : { ...ownRoute(place + handInPath, wanted.model, dashscopeTasks), later: laterPictures(place) }
    }
    // An address of the native interface is spoken to as such.
    if (wanted.operation !== 'chat' || !base.endsWith('/api/v1')) return ruled.route(facts, wanted, key)
    return ownRoute(base + nativePath(wanted.model), wanted.model, dashscopeNative)
  },
  headers: (facts, key, { path, body, wanted }) => [
    ...bearer(facts, key),
    ...dialectHeaders({ path, wanted }),
    ...(facts.other === '' ? [] : ['x-dashscope-plugin', facts.other]),
    ...(path.includes('/services/') && (wanted.operation === 'speech' || streams(body))
      ? ['x-dashscope-sse', 'enable']
      : []),
  ],
}

const ownRoute = (address: string, model: string, dialect: Route['dialect']): Route => ({
  ...splitAddress(address),
  dialect,
  model,
  modelInBody: true,
  fetchesUrls: true,
  defaultMaximumOutput: 8192,
})

const streams = (body: Buffer): boolean => body.includes('"incremental_output":true')

/** Models that think before every answer and tell it only as a stream. */
const onlyStreams = /^(?:qwq|qvq)|^qwen3.*-thinking/
/** Open models that think by choice, but not where they answer whole. */
const thinksOnlyStreaming = /^qwen3-\d+(?:\.\d+)?b(?!.*(?:instruct|thinking))/

const thinkingOf = (model: string, stream: boolean, body: JsonObject): Changes => {
  const effort = body.reasoning_effort
  const told = without(body, ['reasoning_effort'])
  if (!stream && thinksOnlyStreaming.test(model)) return { ...told, enable_thinking: false }
  if (typeof effort !== 'string' || body.enable_thinking !== undefined) return told
  return { ...told, enable_thinking: effort !== 'none' }
}
