import { expect, it } from 'vitest'
import { providers } from './index.ts'

/** The numbers that channels are kept with, as gateways of this family share them. */
const known = [
  [1, 'OpenAI'],
  [2, 'Midjourney Proxy'],
  [3, 'Azure'],
  [4, 'Ollama'],
  [5, 'Midjourney Proxy Plus'],
  [8, 'Custom'],
  [11, 'PaLM'],
  [14, 'Claude'],
  [15, 'Wenxin'],
  [16, 'Zhipu'],
  [17, 'Qwen'],
  [18, 'Spark'],
  [19, '360'],
  [20, 'OpenRouter'],
  [21, 'knowledge'],
  [22, 'FastGPT'],
  [23, 'Hunyuan'],
  [24, 'Gemini'],
  [25, 'Moonshot'],
  [26, 'Zhipu'],
  [31, 'Lingyi'],
  [33, 'AWS'],
  [34, 'Cohere'],
  [35, 'MiniMax'],
  [36, 'Suno'],
  [37, 'Dify'],
  [38, 'Jina'],
  [39, 'Cloudflare'],
  [40, 'SiliconCloud'],
  [41, 'Vertex'],
  [42, 'Mistral'],
  [43, 'DeepSeek'],
  [44, 'M3E'],
  [45, 'Volcengine'],
  [46, 'Baidu'],
  [47, 'Xinference'],
  [48, 'xAI'],
] as const

it.each(known)('channels of type %i are %s', (type, name) => {
  const { label } = providers.find((provider) => provider.type === type) ?? {}
  expect(typeof label === 'string' ? label : label?.en).toContain(name)
})
