import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, textAt } from '#protocols/json/json.ts'
import { type AwsCredentials, signAwsRequest } from './aws-signature.ts'
import { bedrockConverse } from './bedrock-converse/index.ts'
import { unframeConverse, unframeInvoke } from './bedrock-frames.ts'
import { bedrockModelId, bedrockModels } from './bedrock-models.ts'
import { adaptClaude, betasOf, defaultMaximumOf } from './claude-adapter.ts'
import { type Changes, type Provider, type Route, splitAddress, type Wanted } from './provider.ts'

/** Claude models are called in their own dialect, all others in the service's common one. */
export const bedrock: Provider = {
  type: 33,
  name: 'bedrock',
  label: 'AWS Bedrock',
  // The key names the region, and the region the address.
  baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com',
  keyHint: {
    en: 'Access key ID|Secret access key|region',
    zh: '访问密钥 ID|私有访问密钥|区域',
    ja: 'アクセスキーID|シークレットアクセスキー|リージョン',
    fr: 'ID de clé d’accès|clé d’accès secrète|région',
    ru: 'ID ключа доступа|секретный ключ доступа|регион',
    vi: 'ID khóa truy cập|khóa truy cập bí mật|vùng',
  },
  models: bedrockModels,
  operations: new Set(['chat']),
  route: (facts, wanted, key): Route => {
    const { model, changes } = adaptClaude(wanted)
    const { region } = readKey(key)
    const id = bedrockModelId(model, region)
    const isClaude = id.includes('claude')
    const place = `${facts.baseUrl || addressOf('bedrock-runtime', region)}/model/${encodeURIComponent(id)}`
    return {
      ...splitAddress(`${place}/${actionOf(isClaude, wanted.stream)}`),
      dialect: isClaude ? 'anthropic-messages' : bedrockConverse,
      model: id,
      modelInBody: false,
      fetchesUrls: false,
      defaultMaximumOutput: defaultMaximumOf(wanted),
      ...(isClaude ? { changes: (body: JsonObject) => forInvoke(body, changes(body), wanted) } : {}),
      ...(wanted.stream
        ? { unframe: isClaude ? unframeInvoke : unframeConverse, accept: 'application/vnd.amazon.eventstream' }
        : {}),
    }
  },
  headers: (_facts, key, { origin, path, body }, { now }) => {
    const { bearer, credentials } = readKey(key)
    if (credentials === undefined) return ['authorization', `Bearer ${bearer}`]
    const { host } = new URL(origin)
    const request = { method: 'POST', host, path, body, contentType: 'application/json' } as const
    return signAwsRequest('bedrock', credentials, request, now())
  },
  modelList: (_facts, key, { now }) => {
    const { region, bearer, credentials } = readKey(key)
    const url = new URL('/foundation-models', addressOf('bedrock', region))
    const request = { method: 'GET', host: url.host, path: url.pathname, body: Buffer.alloc(0) } as const
    const signed = credentials && signAwsRequest('bedrock', credentials, request, now())
    return {
      url: url.href,
      headers: pairs(signed ?? ['authorization', `Bearer ${bearer}`]),
      read: (body) =>
        isObject(body) && Array.isArray(body.modelSummaries)
          ? body.modelSummaries.flatMap((entry: unknown) => textAt(entry, 'modelId') ?? [])
          : [],
    }
  },
}

type BedrockKey = { region: string; bearer: string; credentials: AwsCredentials | undefined }

/** `AccessKeyId|Secret|region`, with a session's token as a fourth part; or an API key with its region. */
const readKey = (key: string): BedrockKey => {
  const [first = '', second = '', third, session] = key.split('|').map((part) => part.trim())
  if (third === undefined) return { region: second || usualRegion, bearer: first, credentials: undefined }
  const region = third || usualRegion
  return { region, bearer: first, credentials: { accessKey: first, secret: second, region, session } }
}

const usualRegion = 'us-east-1'

const addressOf = (service: string, region: string): string =>
  `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

const actionOf = (isClaude: boolean, stream: boolean): string => {
  if (isClaude) return stream ? 'invoke-with-response-stream' : 'invoke'
  return stream ? 'converse-stream' : 'converse'
}

const kept = new Set([
  'system',
  'messages',
  'max_tokens',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
])

/** The same body as elsewhere, less what this road does not know, with the version and the betas in it. */
const forInvoke = (body: JsonObject, adapted: Changes, wanted: Wanted): Changes => {
  const dropped = Object.keys(body).flatMap((name) => (kept.has(name) ? [] : [[name, undefined]]))
  const betas = betasOf(wanted)
  const choice = objectAt({ ...body, ...adapted }, 'tool_choice')
  return {
    ...Object.fromEntries(dropped),
    ...adapted,
    ...(Array.isArray(body.tools) ? { tools: knownTools(body.tools) } : {}),
    ...(choice === undefined ? {} : { tool_choice: { type: choice.type, name: choice.name } }),
    anthropic_version: 'bedrock-2023-05-31',
    ...(betas.length === 0 ? {} : { anthropic_beta: betas }),
  }
}

/** Beside other tools a search is left out (`refusals/`); who offers nothing else wants it. */
const knownTools = (tools: readonly unknown[]): unknown[] => {
  if (tools.length > 0 && tools.every((tool) => textAt(tool, 'type')?.startsWith('web_search') === true)) {
    throw new ProtocolError('tools', 'must not search the web with this provider')
  }
  return tools.map(knownTool)
}

const knownTool = (tool: unknown): unknown => {
  if (!isObject(tool)) return tool
  const { eager_input_streaming: _, ...rest } = tool
  return rest
}

const pairs = (headers: readonly string[]): Record<string, string> => {
  const entries: [string, string][] = []
  for (let place = 0; place < headers.length; place += 2) entries.push([headers[place] ?? '', headers[place + 1] ?? ''])
  return Object.fromEntries(entries)
}
