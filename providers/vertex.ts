import { isObject, type JsonObject, parseLenient, textAt } from '#protocols/json/json.ts'
import { anthropic } from './anthropic.ts'
import { adaptClaude, betasOf, defaultMaximumOf } from './claude-adapter.ts'
import { gemini } from './gemini.ts'
import { adaptGemini } from './gemini-adapter.ts'
import { actionOfPictures, googlePictures } from './google-pictures.ts'
import { accessTokenOf, readServiceAccount, type ServiceAccount } from './google-token.ts'
import { type Changes, type ChannelFacts, type Provider, type Route, splitAddress, type Wanted } from './provider.ts'
import { vertexEmbeddings } from './vertex-embeddings.ts'

/** One cloud, models of many makers: each is called in its maker's dialect. */
export const vertex: Provider = {
  type: 41,
  name: 'vertex',
  label: 'Google Vertex AI',
  // The region makes the address.
  baseUrl: 'https://aiplatform.googleapis.com',
  keyHint: '{"type": "service_account", …}',
  other: {
    label: { en: 'Region', zh: '部署地区', ja: 'リージョン', fr: 'Région', ru: 'Регион', vi: 'Vùng' },
    example: 'us-central1 / {"default": "us-central1", "model": "global"}',
  },
  models: [...gemini.models, ...anthropic.models],
  operations: new Set(['chat', 'embeddings', 'image_generation', 'live']),
  keyIsDocument: true,
  disablingStatuses: [403],
  route: (facts, wanted, key): Route => {
    const place = placeOf(facts, wanted, accountOf(key))
    if (wanted.operation === 'embeddings') return embeddingsRoute(place, wanted)
    if (wanted.operation === 'live') return liveRoute(place, wanted)
    if (wanted.operation === 'image_generation') return picturesRoute(place, wanted)
    if (wanted.model.startsWith('claude')) return claudeRoute(place, wanted)
    return isOpenModel(wanted.model) ? openRoute(place, wanted) : geminiRoute(place, wanted)
  },
  headers: (_facts, key, { wanted }, environment) => {
    const account = accountOf(key)
    if (account === undefined) return ['x-goog-api-key', key]
    const betas = wanted.model.startsWith('claude') ? betasOf(wanted) : []
    const others = betas.length === 0 ? [] : ['anthropic-beta', betas.join(',')]
    const token = accessTokenOf(account, environment)
    const write = (value: string): string[] => ['authorization', `Bearer ${value}`, ...others]
    return token instanceof Promise ? token.then(write) : write(token)
  },
}

/** `resource`: where models stand, by version of the interface. */
type Place = { base: string; resource: string; region: string }

const accounts = new Map<string, ServiceAccount | undefined>()
const mostAccounts = 1000

/** The account in a key, undefined for a plain key; remembered, as every call asks. */
const accountOf = (key: string): ServiceAccount | undefined => {
  if (accounts.has(key)) return accounts.get(key)
  if (accounts.size >= mostAccounts) accounts.clear()
  const account = readServiceAccount(key)
  accounts.set(key, account)
  return account
}

const placeOf = (facts: ChannelFacts, wanted: Wanted, account: ServiceAccount | undefined): Place => {
  const region = account === undefined ? 'global' : regionOf(facts, wanted)
  const base = facts.baseUrl || `https://${hostOf(region)}`
  return { base, region, resource: account === undefined ? '' : `/projects/${account.project}/locations/${region}` }
}

/** One region for all models, or a table of them. */
const regionOf = ({ other }: ChannelFacts, { model }: Wanted): string => {
  const table = other.startsWith('{') ? parseLenient(other) : undefined
  if (!isObject(table)) return other || 'global'
  return textAt(table, model) ?? textAt(table, 'default') ?? 'global'
}

const hostOf = (region: string): string => {
  if (region === 'global') return 'aiplatform.googleapis.com'
  if (region === 'us' || region === 'eu') return `aiplatform.${region}.rep.googleapis.com`
  return `${region}-aiplatform.googleapis.com`
}

const isOpenModel = (model: string): boolean =>
  model.includes('/') || model.includes('llama') || model.endsWith('-maas')

const modelPlace = ({ base, resource }: Place, publisher: string, model: string): string =>
  `${base}/v1${resource}/publishers/${publisher}/models/${encodeURIComponent(model).replace('%40', '@')}`

const common = { modelInBody: false, fetchesUrls: false, defaultMaximumOutput: 8192 }

const embeddingsRoute = (place: Place, { model }: Wanted): Route => ({
  ...common,
  ...splitAddress(`${modelPlace(place, 'google', model)}:predict`),
  dialect: vertexEmbeddings,
  model,
})

const picturesRoute = (place: Place, { model }: Wanted): Route => ({
  ...common,
  ...splitAddress(`${modelPlace(place, 'google', model)}:${actionOfPictures(model)}`),
  dialect: googlePictures(model),
  model,
})

const liveRoute = ({ base, resource }: Place, { model }: Wanted): Route => ({
  ...common,
  ...splitAddress(`${base}/ws/google.cloud.aiplatform.v1beta1.LlmBidiService/BidiGenerateContent`),
  dialect: 'gemini-generate',
  model,
  sessionModel: `${resource === '' ? '' : `${resource.slice(1)}/`}publishers/google/models/${model}`,
})

const geminiRoute = (place: Place, wanted: Wanted): Route => {
  const { model, changes } = adaptGemini(wanted)
  const action = wanted.stream ? 'streamGenerateContent?alt=sse' : 'generateContent'
  return {
    ...common,
    ...splitAddress(`${modelPlace(place, 'google', model)}:${action}`),
    dialect: 'gemini-generate',
    model,
    changes: (body) => ({ ...withoutCallIds(body), ...changes(body) }),
  }
}

const openRoute = ({ base, resource }: Place, { model }: Wanted): Route => ({
  ...common,
  ...splitAddress(`${base}/v1${resource}/endpoints/openapi/chat/completions`),
  dialect: 'openai-chat',
  model,
  modelInBody: true,
})

const claudeRoute = (place: Place, wanted: Wanted): Route => {
  const { model: name, changes } = adaptClaude(wanted)
  const model = claudeId(name)
  const action = wanted.stream ? 'streamRawPredict' : 'rawPredict'
  return {
    ...common,
    ...splitAddress(`${modelPlace(place, 'anthropic', model)}:${action}`),
    dialect: 'anthropic-messages',
    model,
    defaultMaximumOutput: defaultMaximumOf(wanted),
    changes: (body) => ({
      ...(Array.isArray(body.tools) ? { tools: body.tools.map(withoutStrict) } : {}),
      ...changes(body),
      model: undefined,
      anthropic_version: 'vertex-2023-10-16',
    }),
  }
}

/** A version's date stands behind another sign here. */
const claudeId = (name: string): string =>
  name === 'claude-3-5-sonnet-20241022' ? 'claude-3-5-sonnet-v2@20241022' : name.replace(/-(\d{8})$/, '@$1')

const withoutStrict = (tool: unknown): unknown => {
  if (!isObject(tool)) return tool
  const { strict: _, ...rest } = tool
  return rest
}

/** Calls and their results are told apart by name and order here: an id is refused. */
const withoutCallIds = ({ contents }: JsonObject): Changes => {
  if (!Array.isArray(contents) || !contents.some(hasCallId)) return {}
  return {
    contents: contents.map((content: unknown) =>
      isObject(content) && Array.isArray(content.parts) ? { ...content, parts: content.parts.map(withoutId) } : content,
    ),
  }
}

const callPlaces = ['functionCall', 'functionResponse', 'function_call', 'function_response'] as const

const hasCallId = (content: unknown): boolean =>
  isObject(content) && Array.isArray(content.parts) && content.parts.some((part) => part !== withoutId(part))

const withoutId = (part: unknown): unknown => {
  if (!isObject(part)) return part
  for (const place of callPlaces) {
    const call = part[place]
    if (!isObject(call) || call.id === undefined) continue
    const { id: _, ...rest } = call
    return { ...part, [place]: rest }
  }
  return part
}
