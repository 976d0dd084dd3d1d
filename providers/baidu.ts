import { baiduChat } from './baidu-chat.ts'
import { baiduEmbeddings } from './baidu-embeddings.ts'
import {
  CredentialsRefused,
  type Operation,
  type Provider,
  type ProviderEnvironment,
  type Route,
  splitAddress,
} from './provider.ts'
import { createTokenKeeper, readToken } from './token-keeper.ts'
import { withChineseName } from './words.ts'

const baseUrl = 'https://aip.baidubce.com'
const operations: readonly Operation[] = ['chat', 'embeddings']

/** Where models stand whose place is not their name in small letters. */
const places: Readonly<Record<string, string>> = {
  'ERNIE-4.0': 'completions_pro',
  'ERNIE-4.0-8K': 'completions_pro',
  'ERNIE-Bot-4': 'completions_pro',
  'ERNIE-3.5-8K': 'completions',
  'ERNIE-Bot': 'completions',
  'ERNIE-Bot-turbo': 'eb-instant',
  'ERNIE-Lite-8K-0922': 'eb-instant',
  'ERNIE-Lite-8K-0308': 'ernie-lite-8k',
  'ERNIE-Speed': 'ernie_speed',
  'ERNIE-Speed-8K': 'ernie_speed',
  'ERNIE-Bot-8K': 'ernie_bot_8k',
  'BLOOMZ-7B': 'bloomz_7b1',
  'bge-large-zh': 'bge_large_zh',
  'bge-large-en': 'bge_large_en',
  'tao-8k': 'tao_8k',
}

/** The older interface: a key of two parts is exchanged for a token, which stands in the address. */
export const baidu: Provider = {
  type: 15,
  name: 'baidu',
  label: withChineseName('Baidu Wenxin (v1)', '百度文心（v1）'),
  baseUrl,
  keyHint: 'APIKey|SecretKey',
  models: (
    'ERNIE-4.0-8K ERNIE-3.5-8K ERNIE-Speed-8K ERNIE-Speed-128K ERNIE-Lite-8K-0922 ERNIE-Lite-8K-0308 ERNIE-Tiny-8K ' +
    'Embedding-V1 bge-large-zh bge-large-en tao-8k'
  ).split(' '),
  operations: new Set(operations),
  route: (facts, { operation, model }): Route => {
    const kind = operation === 'embeddings' ? 'embeddings' : 'chat'
    const place = `/rpc/2.0/ai_custom/v1/wenxinworkshop/${kind}/${places[model] ?? encodeURIComponent(model.toLowerCase())}`
    return {
      ...splitAddress((facts.baseUrl || baseUrl) + place),
      dialect: kind === 'embeddings' ? baiduEmbeddings : baiduChat,
      model,
      modelInBody: true,
      fetchesUrls: true,
      defaultMaximumOutput: 2048,
    }
  },
  headers: () => [],
  signedPath: async (key, { origin, path }, environment) =>
    `${path}?access_token=${encodeURIComponent(await tokenOf(origin + frontOf(path), key, environment))}`,
}

/** Tokens are given at the same address as answers, whatever stands before both. */
const frontOf = (path: string): string => path.slice(0, Math.max(path.indexOf('/rpc/'), 0))

const lifetimeSeconds = 30 * 86_400
const tokens = createTokenKeeper(3_600_000)

const tokenOf = (base: string, key: string, environment: ProviderEnvironment): string | Promise<string> => {
  const [id = '', secret = '', ...rest] = key.split('|').map((part) => part.trim())
  if (id === '' || secret === '' || rest.length > 0) {
    throw new CredentialsRefused(401, 'the key must be APIKey|SecretKey')
  }
  const query = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
  return tokens.tokenFor(`${base} ${key}`, environment, async () => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const url = `${base}/oauth/2.0/token?${query}`
    const { status, body } = await environment.fetch({ url, method: 'POST', headers, body: '' })
    return readToken(status, body, lifetimeSeconds)
  })
}
