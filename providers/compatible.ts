import { bearer, type ChannelFacts, type Provider, splitAddress } from './provider.ts'

type Compatible = {
  type: number
  name: string
  label: string
  baseUrl: string
  /** Where chat is, when not at the usual path. */
  chatPath?: string
  keyHint?: string
  models: string
}

const usualPath = '/v1/chat/completions'

/** Some addresses already carry the version, behind which only the rest of the path is wanted. */
const gatewayHost = 'https://gateway.ai.cloudflare.com'

export const compatible = ({
  type,
  name,
  label,
  baseUrl,
  chatPath = usualPath,
  keyHint = 'sk-…',
  models,
}: Compatible): Provider => ({
  type,
  name,
  label,
  baseUrl,
  keyHint,
  otherHint: '',
  models: models === '' ? [] : models.split(' '),
  protocols: ['openai-chat'],
  address: (facts) => {
    const base = facts.baseUrl || baseUrl
    const path = base.startsWith(gatewayHost) && chatPath === usualPath ? chatPath.slice('/v1'.length) : chatPath
    return splitAddress(base + path)
  },
  headers: bearer,
})

/** The operator's address is the whole endpoint, with `{model}` standing for the model's name. */
const custom: Provider = {
  ...compatible({ type: 8, name: 'custom', label: 'Custom (full address)', baseUrl: '', models: '' }),
  address: (facts: ChannelFacts, model: string) =>
    splitAddress(facts.baseUrl.replaceAll('{model}', encodeURIComponent(model))),
}

/** Vendors that speak a known dialect as is: one line each. */
export const compatibleProviders: readonly Provider[] = [
  custom,
  compatible({
    type: 4,
    name: 'ollama',
    label: 'Ollama',
    baseUrl: 'http://localhost:11434',
    keyHint: 'any text',
    models: 'llama3.3 llama3.2 qwen3 deepseek-r1 gemma3 gpt-oss:20b',
  }),
  compatible({
    type: 17,
    name: 'dashscope',
    label: 'Alibaba Qwen',
    baseUrl: 'https://dashscope.aliyuncs.com',
    chatPath: '/compatible-mode/v1/chat/completions',
    models: 'qwen3-max qwen-plus qwen-turbo qwen-flash qwen-long qwq-plus',
  }),
  compatible({
    type: 19,
    name: 'ai360',
    label: '360',
    baseUrl: 'https://api.360.cn',
    models: '360gpt-turbo 360gpt-turbo-responsibility-8k 360gpt-pro 360gpt2-pro 360gpt2-o1 360zhinao2-o1',
  }),
  compatible({
    type: 20,
    name: 'openrouter',
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api',
    keyHint: 'sk-or-…',
    models: '',
  }),
  compatible({
    type: 22,
    name: 'fastgpt',
    label: 'FastGPT',
    baseUrl: 'https://fastgpt.run/api/openapi',
    keyHint: 'fastgpt-…',
    models: '',
  }),
  compatible({
    type: 25,
    name: 'moonshot',
    label: 'Moonshot',
    baseUrl: 'https://api.moonshot.cn',
    models:
      'kimi-k3 kimi-k2.7-code kimi-k2.6 kimi-k2.5 kimi-k2-thinking kimi-k2-turbo-preview kimi-k2-0905-preview kimi-latest moonshot-v1-8k moonshot-v1-32k moonshot-v1-128k moonshot-v1-auto',
  }),
  compatible({
    type: 26,
    name: 'zhipu',
    label: 'Zhipu GLM',
    baseUrl: 'https://open.bigmodel.cn',
    chatPath: '/api/paas/v4/chat/completions',
    keyHint: 'id.secret',
    models:
      'glm-5.1 glm-5 glm-4.7 glm-4.7-flash glm-4.6 glm-4.5 glm-4.5-air glm-4.5-flash glm-4-plus glm-4-air glm-4-airx glm-4-long glm-4-flash',
  }),
  compatible({
    type: 31,
    name: 'lingyi',
    label: 'Lingyi Wanwu',
    baseUrl: 'https://api.lingyiwanwu.com',
    models:
      'yi-lightning yi-large yi-medium yi-vision yi-vision-v2 yi-medium-200k yi-spark yi-large-rag yi-large-turbo yi-large-fc yi-large-preview yi-large-rag-preview',
  }),
  compatible({
    type: 40,
    name: 'siliconflow',
    label: 'SiliconCloud',
    baseUrl: 'https://api.siliconflow.cn',
    models:
      'deepseek-ai/DeepSeek-V3.2 deepseek-ai/DeepSeek-R1 Qwen/Qwen3-235B-A22B-Instruct-2507 Qwen/Qwen3-32B Qwen/Qwen2.5-72B-Instruct moonshotai/Kimi-K2-Instruct zai-org/GLM-4.6 MiniMaxAI/MiniMax-M2',
  }),
  compatible({
    type: 43,
    name: 'deepseek',
    label: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com',
    models: 'deepseek-v4-pro deepseek-v4-flash deepseek-chat deepseek-reasoner',
  }),
  compatible({
    type: 45,
    name: 'volcengine',
    label: 'Volcengine Doubao',
    baseUrl: 'https://ark.cn-beijing.volces.com',
    chatPath: '/api/v3/chat/completions',
    keyHint: 'Ark API key',
    models:
      'doubao-seed-1-6-251015 doubao-seed-1-6-flash-250828 doubao-seed-1-6-thinking-250715 doubao-1-5-pro-32k-250115 doubao-1-5-lite-32k-250115 deepseek-v3-2-251201 deepseek-r1-250528 kimi-k2-250905',
  }),
  compatible({
    type: 46,
    name: 'qianfan',
    label: 'Baidu Qianfan',
    baseUrl: 'https://qianfan.baidubce.com',
    chatPath: '/v2/chat/completions',
    keyHint: 'bce-v3/ALTAK-…',
    models:
      'ernie-4.5-turbo-128k ernie-4.5-turbo-vl ernie-x1-turbo-32k ernie-4.0-8k ernie-4.0-turbo-8k ernie-4.0-turbo-128k ernie-3.5-8k ernie-3.5-128k ernie-speed-8k ernie-speed-128k ernie-speed-pro-128k ernie-lite-8k ernie-lite-pro-128k ernie-tiny-8k deepseek-v3 deepseek-r1',
  }),
  compatible({ type: 47, name: 'xinference', label: 'Xinference', baseUrl: '', keyHint: 'any text', models: '' }),
  compatible({
    type: 48,
    name: 'xai',
    label: 'xAI',
    baseUrl: 'https://api.x.ai',
    keyHint: 'xai-…',
    models:
      'grok-4.6 grok-4.5 grok-4.3 grok-4 grok-4-fast-reasoning grok-4-fast-non-reasoning grok-code-fast-1 grok-3 grok-3-mini',
  }),
]
