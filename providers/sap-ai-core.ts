import { parseLenient, textAt } from '#protocols/json/json.ts'
import {
  CredentialsRefused,
  type Operation,
  type Provider,
  type ProviderEnvironment,
  type Route,
  splitAddress,
} from './provider.ts'
import { createTokenKeeper, readToken } from './token-keeper.ts'

const apiVersion = 'api-version=2024-10-21'
const operations: readonly Operation[] = ['chat', 'embeddings']
const lifetimeSeconds = 12 * 3600
const tokens = createTokenKeeper(5 * 60_000)

/** Each model is a deployment, whose id is its name here; the key is the service's key file. */
export const sapAiCore: Provider = {
  type: 1027,
  name: 'sap-ai-core',
  label: 'SAP AI Core',
  baseUrl: '',
  keyHint: {
    en: 'service key (JSON)',
    zh: '服务密钥（JSON）',
    ja: 'サービスキー（JSON）',
    fr: 'clé de service (JSON)',
    ru: 'сервисный ключ (JSON)',
    vi: 'khóa dịch vụ (JSON)',
  },
  keyIsDocument: true,
  other: {
    label: {
      en: 'Resource group',
      zh: '资源组',
      ja: 'リソースグループ',
      fr: 'Groupe de ressources',
      ru: 'Группа ресурсов',
      vi: 'Nhóm tài nguyên',
    },
    example: 'default',
    usual: 'default',
  },
  models: [],
  operations: new Set(operations),
  route: (facts, { operation, model }): Route => {
    const end = operation === 'embeddings' ? 'embeddings' : 'chat/completions'
    return {
      ...splitAddress(`${facts.baseUrl}/v2/inference/deployments/${encodeURIComponent(model)}/${end}?${apiVersion}`),
      dialect: operation === 'embeddings' ? 'openai-embeddings' : 'openai-chat',
      model,
      modelInBody: true,
      fetchesUrls: true,
      defaultMaximumOutput: 8192,
    }
  },
  headers: async (facts, key, _request, environment) => [
    ...['authorization', `Bearer ${await tokenOf(key, environment)}`],
    ...['ai-resource-group', facts.other || 'default'],
  ],
}

type ServiceKey = { id: string; secret: string; tokenUrl: string }

const readKey = (key: string): ServiceKey => {
  const file = parseLenient(key)
  const id = textAt(file, 'clientid')
  const secret = textAt(file, 'clientsecret')
  const url = textAt(file, 'url')
  if (id === undefined || secret === undefined || url === undefined) {
    throw new CredentialsRefused(401, 'the key must be a service key with clientid, clientsecret and url')
  }
  return { id, secret, tokenUrl: `${url}/oauth/token` }
}

const tokenOf = (key: string, environment: ProviderEnvironment): string | Promise<string> => {
  const { id, secret, tokenUrl } = readKey(key)
  return tokens.tokenFor(`${tokenUrl} ${id}`, environment, async () => {
    const basic = Buffer.from(`${id}:${secret}`).toString('base64')
    const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' }
    const told = await environment.fetch({
      url: tokenUrl,
      method: 'POST',
      headers,
      body: 'grant_type=client_credentials',
    })
    return readToken(told.status, told.body, lifetimeSeconds)
  })
}
