import { createHash, createHmac } from 'node:crypto'
import { compatible } from './compatible.ts'
import { hunyuanChat, hunyuanEmbeddings } from './hunyuan-dialects.ts'
import { CredentialsRefused, type Operation, type Provider, type Route, splitAddress } from './provider.ts'
import { withChineseName } from './words.ts'

const baseUrl = 'https://api.hunyuan.cloud.tencent.com'
const signedBaseUrl = 'https://hunyuan.tencentcloudapi.com'
const operations: readonly Operation[] = ['chat', 'embeddings']

const plain = compatible({
  type: 23,
  name: 'hunyuan',
  label: withChineseName('Tencent Hunyuan', '腾讯混元'),
  baseUrl,
  keyHint: {
    en: 'sk-… or AppId|SecretId|SecretKey',
    zh: 'sk-… 或 AppId|SecretId|SecretKey',
    ja: 'sk-… または AppId|SecretId|SecretKey',
    fr: 'sk-… ou AppId|SecretId|SecretKey',
    ru: 'sk-… или AppId|SecretId|SecretKey',
    vi: 'sk-… hoặc AppId|SecretId|SecretKey',
  },
  operations,
  models:
    'hunyuan-turbos-latest hunyuan-t1-latest hunyuan-a13b hunyuan-large hunyuan-standard hunyuan-standard-256K ' +
    'hunyuan-lite hunyuan-pro hunyuan-vision hunyuan-embedding',
})

/** A key of three parts signs each request to the vendor's own interface; a single one opens the OpenAI-like one. */
export const hunyuan: Provider = {
  ...plain,
  route: (facts, wanted, key): Route => {
    if (!isSigningKey(key)) return plain.route(facts, wanted, key)
    return {
      ...splitAddress(`${facts.baseUrl || signedBaseUrl}/`),
      dialect: wanted.operation === 'embeddings' ? hunyuanEmbeddings : hunyuanChat,
      model: wanted.model,
      modelInBody: true,
      fetchesUrls: true,
      defaultMaximumOutput: 4096,
    }
  },
  headers: (facts, key, request, environment) => {
    if (!isSigningKey(key)) return plain.headers(facts, key, request, environment)
    const action = request.wanted.operation === 'embeddings' ? 'GetEmbedding' : 'ChatCompletions'
    const timestamp = Math.floor(environment.now() / 1000)
    const { host } = new URL(request.origin)
    return [
      ...['x-tc-action', action],
      ...['x-tc-version', '2023-09-01'],
      ...['x-tc-timestamp', String(timestamp)],
      ...['authorization', signature(readKey(key), { host, action, timestamp, body: request.body })],
    ]
  },
}

type Signed = { host: string; action: string; timestamp: number; body: Buffer }

/** Tencent Cloud's signature, version 3: what is signed is the type, the host and the action, and the body itself. */
export const signature = (key: { id: string; secret: string }, { host, action, timestamp, body }: Signed): string => {
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/hunyuan/tc3_request`
  const names = 'content-type;host;x-tc-action'
  const headers = `content-type:application/json\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`
  const request = ['POST', '/', '', headers, names, digest(body)].join('\n')
  const text = ['TC3-HMAC-SHA256', timestamp, scope, digest(request)].join('\n')
  const signing = hmac(hmac(hmac(`TC3${key.secret}`, date), 'hunyuan'), 'tc3_request')
  const signed = createHmac('sha256', signing).update(text).digest('hex')
  return `TC3-HMAC-SHA256 Credential=${key.id}/${scope}, SignedHeaders=${names}, Signature=${signed}`
}

const digest = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const isSigningKey = (key: string): boolean => key.includes('|')

const readKey = (key: string): { id: string; secret: string } => {
  const [application = '', id = '', secret = '', ...rest] = key.split('|').map((part) => part.trim())
  if (application === '' || id === '' || secret === '' || rest.length > 0) {
    throw new CredentialsRefused(401, 'the key must be AppId|SecretId|SecretKey')
  }
  return { id, secret }
}
