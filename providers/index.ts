import { anthropic } from './anthropic.ts'
import { azure } from './azure.ts'
import { baidu } from './baidu.ts'
import { bedrock } from './bedrock.ts'
import { cloudflare } from './cloudflare.ts'
import { cohere } from './cohere.ts'
import { compatibleProviders } from './compatible.ts'
import { dashscope } from './dashscope.ts'
import { deepseek } from './deepseek.ts'
import { dify } from './dify.ts'
import { gemini } from './gemini.ts'
import { githubModels } from './github-models.ts'
import { hunyuan } from './hunyuan.ts'
import { international } from './international.ts'
import { knowledgeLibrary } from './knowledge-library.ts'
import { minimax } from './minimax.ts'
import { mistral } from './mistral.ts'
import { modelHosts } from './model-hosts.ts'
import { moonshot } from './moonshot.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { openrouter } from './openrouter.ts'
import { ownServers } from './own-servers.ts'
import { palm } from './palm.ts'
import { perplexity } from './perplexity.ts'
import type { Provider } from './provider.ts'
import { qianfan } from './qianfan.ts'
import { sapAiCore } from './sap-ai-core.ts'
import { siliconflow } from './siliconflow.ts'
import { taskProxies } from './task-proxies.ts'
import { vertex } from './vertex.ts'
import { volcengine } from './volcengine.ts'
import { voyage } from './voyage.ts'
import { watsonx } from './watsonx.ts'
import { withVideos } from './with-videos.ts'
import { xai } from './xai.ts'
import { xunfei } from './xunfei.ts'
import { zhipu } from './zhipu.ts'
import { zhipuV3 } from './zhipu-v3.ts'

/** One line per vendor. */
const vendors: readonly Provider[] = [
  openai,
  anthropic,
  gemini,
  azure,
  baidu,
  bedrock,
  cloudflare,
  cohere,
  dashscope,
  deepseek,
  dify,
  githubModels,
  hunyuan,
  knowledgeLibrary,
  minimax,
  mistral,
  moonshot,
  ollama,
  openrouter,
  palm,
  perplexity,
  qianfan,
  sapAiCore,
  siliconflow,
  vertex,
  volcengine,
  voyage,
  watsonx,
  xai,
  xunfei,
  zhipu,
  zhipuV3,
  ...taskProxies,
  ...compatibleProviders,
  ...international,
  ...modelHosts,
  ...ownServers,
]

/** All of them, with the films of those that make any. */
export const providers: readonly Provider[] = vendors.map(withVideos)

const common = [
  ...[openai, anthropic, gemini, deepseek, dashscope, moonshot],
  ...[zhipu, volcengine, siliconflow, azure, openrouter, ollama],
]
const commonTypes = new Set(common.map(({ type }) => type))

/** One of those that most channels lead to: whoever makes one is shown these first. */
export const isCommon = ({ type }: Provider): boolean => commonTypes.has(type)

const byType = new Map(providers.map((provider) => [provider.type, provider]))
/** What nearly all of them do as it does. */
const usual = withVideos(openai)

/** A type nobody here knows is taken for the dialect nearly all of them speak. */
export const providerOf = (type: number): Provider => byType.get(type) ?? usual
