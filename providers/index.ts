import { anthropic } from './anthropic.ts'
import { azure } from './azure.ts'
import { bedrock } from './bedrock.ts'
import { cloudflare } from './cloudflare.ts'
import { cohere } from './cohere.ts'
import { compatibleProviders } from './compatible.ts'
import { dashscope } from './dashscope.ts'
import { deepseek } from './deepseek.ts'
import { gemini } from './gemini.ts'
import { minimax } from './minimax.ts'
import { mistral } from './mistral.ts'
import { moonshot } from './moonshot.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { openrouter } from './openrouter.ts'
import type { Provider } from './provider.ts'
import { qianfan } from './qianfan.ts'
import { taskProxies } from './task-proxies.ts'
import { vertex } from './vertex.ts'
import { volcengine } from './volcengine.ts'
import { xai } from './xai.ts'
import { xunfei } from './xunfei.ts'
import { zhipu } from './zhipu.ts'

/** One line per vendor. */
export const providers: readonly Provider[] = [
  openai,
  anthropic,
  gemini,
  azure,
  bedrock,
  cloudflare,
  cohere,
  dashscope,
  deepseek,
  minimax,
  mistral,
  moonshot,
  ollama,
  openrouter,
  qianfan,
  vertex,
  volcengine,
  xai,
  xunfei,
  zhipu,
  ...taskProxies,
  ...compatibleProviders,
]

const byType = new Map(providers.map((provider) => [provider.type, provider]))

/** A type nobody here knows is taken for the dialect nearly all of them speak. */
export const providerOf = (type: number): Provider => byType.get(type) ?? openai
