import { createHmac } from 'node:crypto'
import { isObject, parseLenient } from '#protocols/json/json.ts'
import { compatible } from './compatible.ts'
import { CredentialsRefused, type Provider, type Route, splitAddress, type Wanted } from './provider.ts'
import { apiVersion, withChineseName } from './words.ts'
import { isLastFrame } from './xunfei-chat/frame.ts'
import { xunfeiChat } from './xunfei-chat/index.ts'
import { xunfeiModel } from './xunfei-models.ts'

const baseUrl = 'wss://spark-api.xf-yun.com'
const openBaseUrl = 'https://spark-api-open.xf-yun.com'

const open = compatible({
  type: 18,
  name: 'xunfei',
  label: withChineseName('Xunfei Spark', '讯飞星火'),
  baseUrl: openBaseUrl,
  models: '',
})

/** A key of three parts signs a WebSocket's address; a single password opens the newer interface, which is OpenAI-like. */
export const xunfei: Provider = {
  type: 18,
  name: 'xunfei',
  label: withChineseName('Xunfei Spark', '讯飞星火'),
  baseUrl,
  keyHint: 'APPID|APISecret|APIKey',
  other: { label: apiVersion, example: 'v3.5', usual: 'v2.1' },
  models: (
    'SparkDesk SparkDesk-v1.1 SparkDesk-v2.1 SparkDesk-v3.1 SparkDesk-v3.5 SparkDesk-v4.0 Spark-Lite Spark-Pro ' +
    'Spark-Pro-128K Spark-Max Spark-Max-32K Spark-4.0-Ultra Spark-X1'
  ).split(' '),
  operations: new Set(['chat']),
  route: (facts, wanted, key): Route => {
    const { path, domain } = xunfeiModel(wanted.model, versionAsked(wanted), facts.other)
    if (!isSigningKey(key)) {
      const base = facts.baseUrl || (domain === 'x1' ? `${openBaseUrl}/v2` : `${openBaseUrl}/v1`)
      const place = facts.baseUrl === '' ? '/chat/completions' : '/v1/chat/completions'
      const plain = open.route({ ...facts, dialect: 'openai-chat' }, wanted, key)
      return { ...plain, ...splitAddress(base + place), model: domain }
    }
    return {
      ...splitAddress((facts.baseUrl || baseUrl).replace(/^ws/, 'http') + path),
      dialect: xunfeiChat,
      model: domain,
      modelInBody: true,
      fetchesUrls: true,
      defaultMaximumOutput: 4096,
      streams: 'always',
      webSocket: { isLast },
      changes: () => ({ header: { app_id: readKey(key).application } }),
    }
  },
  headers: (_facts, key) => (isSigningKey(key) ? [] : ['authorization', `Bearer ${key}`]),
  signedPath: (key, { origin, path }, { now }) => {
    if (!isSigningKey(key)) return path
    const { secret, name } = readKey(key)
    const { host } = new URL(origin)
    const date = new Date(now()).toUTCString()
    const signed = createHmac('sha256', secret).update(`host: ${host}\ndate: ${date}\nGET ${path} HTTP/1.1`)
    const told =
      `hmac username="${name}", algorithm="hmac-sha256", headers="host date request-line", ` +
      `signature="${signed.digest('base64')}"`
    const query = new URLSearchParams({ host, date, authorization: Buffer.from(told).toString('base64') })
    return `${path}?${query.toString().replaceAll('+', '%20')}`
  },
}

const isSigningKey = (key: string): boolean => key.includes('|')

const readKey = (key: string): { application: string; secret: string; name: string } => {
  const [application = '', secret = '', name = '', ...rest] = key.split('|').map((part) => part.trim())
  if (application === '' || secret === '' || name === '' || rest.length > 0) {
    throw new CredentialsRefused(401, 'the key must be APPID|APISecret|APIKey')
  }
  return { application, secret, name }
}

const versionAsked = ({ query }: Wanted): string => new URLSearchParams(query).get('api-version') ?? ''

const isLast = (message: string): boolean => {
  const frame = parseLenient(message)
  return isObject(frame) && isLastFrame(frame)
}
