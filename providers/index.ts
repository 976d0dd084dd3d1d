import { anthropic } from './anthropic.ts'
import { azure } from './azure.ts'
import { bedrock } from './bedrock.ts'
import { cohere } from './cohere.ts'
import { compatibleProviders } from './compatible.ts'
import { dashscope } from './dashscope.ts'
import { deepseek } from './deepseek.ts'
import { gemini } from './gemini.ts'
import { moonshot } from './moonshot.ts'
import { openai } from './openai.ts'
import { openrouter } from './openrouter.ts'
import type { Provider } from './provider.ts'
import { qianfan } from './qianfan.ts'
import { vertex } from './vertex.ts'
import { volcengine } from './volcengine.ts'
import { xai } from './xai.ts'
import { zhipu } from './zhipu.ts'

/** One line per vendor. */
export const providers: readonly Provider[] = [
  openai,
  anthropic,
  gemini,
  azure,
  bedrock,
  cohere,
  dashscope,
  deepseek,
  moonshot,
  openrouter,
  qianfan,
  vertex,
  volcengine,
  xai,
  zhipu,
  ...compatibleProviders,
]

const byType = new Map(providers.map((provider) => [provider.type, provider]))

/** A type nobody here knows is taken for the dialect nearly all of them speak. */
export const providerOf = (type: number): Provider => byType.get(type) ?? openai
