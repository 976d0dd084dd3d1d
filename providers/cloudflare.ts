import { isObject, textAt } from '#protocols/json/json.ts'
import { compatible } from './compatible.ts'
import type { ChannelFacts, Provider } from './provider.ts'
import type { Words } from './words.ts'

const baseUrl = 'https://api.cloudflare.com'
const accountId: Words = {
  en: 'Account ID',
  zh: '账户 ID',
  ja: 'アカウントID',
  fr: 'ID du compte',
  ru: 'ID аккаунта',
  vi: 'ID tài khoản',
}

const plain = compatible({
  type: 39,
  name: 'cloudflare',
  label: 'Cloudflare Workers AI',
  baseUrl,
  keyHint: { en: 'API token', zh: 'API 令牌', ja: 'APIトークン', fr: 'jeton d’API', ru: 'API-токен', vi: 'token API' },
  operations: ['chat', 'embeddings'],
  fetchesUrls: false,
  models:
    '@cf/openai/gpt-oss-120b @cf/openai/gpt-oss-20b @cf/meta/llama-4-scout-17b-16e-instruct ' +
    '@cf/meta/llama-3.3-70b-instruct-fp8-fast @cf/meta/llama-3.1-8b-instruct @cf/qwen/qwen3-30b-a3b-fp8 ' +
    '@cf/qwen/qwq-32b @cf/deepseek-ai/deepseek-r1-distill-qwen-32b @cf/mistralai/mistral-small-3.1-24b-instruct ' +
    '@cf/google/gemma-3-12b-it @cf/baai/bge-m3 @cf/baai/bge-large-en-v1.5',
})

/** The account stands in the address, unless that is a gateway's, which has it already. */
export const cloudflare: Provider = {
  ...plain,
  other: { label: accountId, example: accountId },
  route: (facts, wanted, key) => plain.route({ ...facts, baseUrl: placeOf(facts) }, wanted, key),
  modelList: ({ baseUrl: given, other }, key) => ({
    url: `${given || baseUrl}/client/v4/accounts/${encodeURIComponent(other)}/ai/models/search?per_page=1000`,
    headers: { authorization: `Bearer ${key}` },
    read: (body) =>
      isObject(body) && Array.isArray(body.result)
        ? body.result.flatMap((entry: unknown) => textAt(entry, 'name') ?? [])
        : [],
  }),
}

const placeOf = ({ baseUrl: given, other }: ChannelFacts): string => {
  if (given.endsWith('/workers-ai')) return `${given}/v1`
  return `${given || baseUrl}/client/v4/accounts/${encodeURIComponent(other)}/ai`
}
