import { createHmac } from 'node:crypto'
import { CredentialsRefused, type Provider, type Route, splitAddress } from './provider.ts'
import { withChineseName } from './words.ts'
import { unframeZhipuV3, zhipuV3Chat } from './zhipu-v3-chat.ts'

const baseUrl = 'https://open.bigmodel.cn'
const lifetimeMs = 86_400_000

/** The older interface: the key signs a token of its own, and streams are events of bare text. */
export const zhipuV3: Provider = {
  type: 16,
  name: 'zhipu-v3',
  label: withChineseName('Zhipu ChatGLM (v3)', '智谱 ChatGLM（v3）'),
  baseUrl,
  keyHint: 'id.secret',
  models: ['chatglm_turbo', 'chatglm_pro', 'chatglm_std', 'chatglm_lite'],
  operations: new Set(['chat']),
  route: (facts, { model, stream }): Route => ({
    ...splitAddress(
      `${facts.baseUrl || baseUrl}/api/paas/v3/model-api/${encodeURIComponent(model)}/${stream ? 'sse-invoke' : 'invoke'}`,
    ),
    dialect: zhipuV3Chat,
    model,
    modelInBody: true,
    fetchesUrls: true,
    defaultMaximumOutput: 2048,
    ...(stream ? { unframe: unframeZhipuV3 } : {}),
  }),
  headers: (_facts, key, _request, { now }) => ['authorization', signedToken(key, now())],
}

/** A token in the usual form, but for its times, which are milliseconds, and a mark that it is signed. */
export const signedToken = (key: string, now: number): string => {
  const [id = '', secret = '', ...rest] = key.split('.')
  if (id === '' || secret === '' || rest.length > 0) throw new CredentialsRefused(401, 'the key must be id.secret')
  const header = encode({ alg: 'HS256', sign_type: 'SIGN' })
  const text = `${header}.${encode({ api_key: id, exp: now + lifetimeMs, timestamp: now })}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
