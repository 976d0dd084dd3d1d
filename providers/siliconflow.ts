import type { JsonObject } from '#protocols/json/json.ts'
import { balanceAt, dataOf } from './balances.ts'
import { compatible } from './compatible.ts'
import type { Changes, Provider } from './provider.ts'
import { withChineseName } from './words.ts'

const plain = compatible({
  type: 40,
  name: 'siliconflow',
  label: withChineseName('SiliconCloud', '硅基流动'),
  baseUrl: 'https://api.siliconflow.cn',
  speaks: ['openai-chat', 'anthropic-messages'],
  models:
    'deepseek-ai/DeepSeek-V3.2 deepseek-ai/DeepSeek-R1 Qwen/Qwen3-235B-A22B-Instruct-2507 Qwen/Qwen3-32B Qwen/Qwen2.5-72B-Instruct Qwen/Qwen3-Coder-480B-A35B-Instruct moonshotai/Kimi-K2-Instruct zai-org/GLM-4.6 MiniMaxAI/MiniMax-M2 BAAI/bge-m3 BAAI/bge-reranker-v2-m3 Qwen/Qwen3-Embedding-8B Qwen/Qwen3-Reranker-8B Qwen/Qwen-Image',
  balance: balanceAt(
    ({ baseUrl }) => `${baseUrl || 'https://api.siliconflow.cn'}/v1/user/info`,
    (answer) => dataOf(answer).totalBalance,
  ),
})

/** Pictures are asked for as anywhere, but that size and number have names of their own. */
export const siliconflow: Provider = {
  ...plain,
  route: (facts, wanted, key) => {
    const route = plain.route(facts, wanted, key)
    return wanted.operation === 'image_generation' ? { ...route, changes: ownNames } : route
  },
}

const ownNames = ({ size, n: count }: JsonObject): Changes => ({
  ...(size === undefined ? {} : { size: undefined, image_size: size }),
  ...(count === undefined ? {} : { n: undefined, batch_size: count }),
})
