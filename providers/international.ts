import { dashscope } from './dashscope.ts'
import { minimax } from './minimax.ts'
import { moonshot } from './moonshot.ts'
import type { ChannelFacts, Provider } from './provider.ts'
import { volcengine } from './volcengine.ts'
import { type Words, withChineseName } from './words.ts'
import { zhipu } from './zhipu.ts'

type Place = Pick<Provider, 'type' | 'name' | 'label' | 'baseUrl'> & { models?: string }

/** A vendor as it is, at its address outside China, where keys and models are others. */
const outsideChina = (vendor: Provider, { models, ...place }: Place): Provider => {
  const there = (facts: ChannelFacts): ChannelFacts => ({ ...facts, baseUrl: facts.baseUrl || place.baseUrl })
  const { modelList, balance } = vendor
  return {
    ...vendor,
    ...place,
    models: models === undefined ? vendor.models : models.split(' '),
    route: (facts, wanted, key) => vendor.route(there(facts), wanted, key),
    headers: (facts, key, request, environment) => vendor.headers(there(facts), key, request, environment),
    ...(modelList === undefined
      ? {}
      : { modelList: (facts, key, environment) => modelList(there(facts), key, environment) }),
    ...(balance === undefined ? {} : { balance: (facts, key, environment) => balance(there(facts), key, environment) }),
  }
}

const abroad = (latin: string, chinese = latin): Words => ({
  en: `${latin} (international)`,
  zh: `${chinese}（国际）`,
  ja: `${latin}（国際版）`,
  fr: `${latin} (international)`,
  ru: `${latin} (международная версия)`,
  vi: `${latin} (quốc tế)`,
})

export const international: readonly Provider[] = [
  outsideChina(zhipu, {
    type: 1016,
    name: 'zai',
    label: withChineseName('Z.ai', 'Z.ai（智谱国际）'),
    baseUrl: 'https://api.z.ai',
    models: 'glm-5.1 glm-5 glm-4.7 glm-4.7-flash glm-4.6 glm-4.6v glm-4.5 glm-4.5-air glm-4.5-flash',
  }),
  outsideChina(dashscope, {
    type: 1017,
    name: 'dashscope-international',
    label: abroad('Alibaba Qwen', '阿里云通义'),
    baseUrl: 'https://dashscope-intl.aliyuncs.com',
  }),
  outsideChina(volcengine, {
    type: 1018,
    name: 'byteplus',
    label: withChineseName('BytePlus ModelArk', 'BytePlus ModelArk（火山引擎国际）'),
    baseUrl: 'https://ark.ap-southeast.bytepluses.com',
    models: 'seed-1-6-250915 seed-1-6-flash-250715 deepseek-v3-1-250821 kimi-k2-250905 seedream-4-0-250828',
  }),
  outsideChina(moonshot, {
    type: 1034,
    name: 'moonshot-international',
    label: abroad('Moonshot', '月之暗面 Kimi'),
    baseUrl: 'https://api.moonshot.ai',
  }),
  outsideChina(minimax, {
    type: 1035,
    name: 'minimax-international',
    label: abroad('MiniMax'),
    baseUrl: 'https://api.minimax.io',
  }),
]
