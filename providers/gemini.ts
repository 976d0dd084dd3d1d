import { isObject, textAt } from '#protocols/json/json.ts'
import type { Dialect } from './dialect.ts'
import { adaptGemini } from './gemini-adapter.ts'
import { actionOfPictures, googlePictures } from './google-pictures.ts'
import { onlyWords } from './members.ts'
import {
  type ChannelFacts,
  isPassedAsIs,
  type Operation,
  type Provider,
  type Route,
  splitAddress,
  type Wanted,
} from './provider.ts'
import { apiVersion } from './words.ts'

const baseUrl = 'https://generativelanguage.googleapis.com'
const operations: readonly Operation[] = [
  'chat',
  'count_tokens',
  'embeddings',
  'image_generation',
  'kept_cache',
  'live',
  'media_files',
  'model_batch_task',
]

export const gemini: Provider = {
  type: 24,
  name: 'gemini',
  label: 'Google Gemini',
  baseUrl,
  keyHint: 'AIza…',
  other: { label: apiVersion, example: 'v1beta' },
  models: (
    'gemini-3.7-flash gemini-3.6-flash gemini-3.5-flash gemini-3.5-flash-lite gemini-3.1-pro-preview ' +
    'gemini-3-pro-preview gemini-3-flash-preview gemini-3.1-flash-lite-preview gemini-2.5-pro gemini-2.5-flash ' +
    'gemini-2.5-flash-lite gemini-2.0-flash gemini-2.5-flash-image gemini-3-pro-image-preview ' +
    'gemini-3.1-flash-image-preview gemini-embedding-001 text-embedding-004 imagen-4.0-generate-001 ' +
    'gemini-flash-latest gemini-pro-latest gemini-3.1-flash-live-preview ' +
    'gemini-2.5-flash-native-audio-preview-12-2025'
  ).split(' '),
  operations: new Set(operations),
  disablingStatuses: [403],
  members: {
    servicetier: (tier, model) =>
      isCheaper(tier) ? { times: 0.5 } : onlyWords('standard', 'unspecified', 'auto', 'default')(tier, model),
  },
  route: (facts, wanted): Route => {
    const { model, changes } = adaptGemini(wanted)
    const root = facts.baseUrl || baseUrl
    if (wanted.operation === 'live') return liveRoute(root, facts, wanted)
    const version = versionOf(facts, wanted)
    const place = `${root}/${version}/models/${encodeURIComponent(model)}`
    const kept = isPassedAsIs(wanted.operation) ? root + keptPathOf(wanted, version) : undefined
    const isChat = wanted.operation === 'chat'
    const embeds = wanted.operation === 'embeddings'
    return {
      ...splitAddress(kept ?? `${place}:${actionOf(wanted)}`),
      dialect: dialectOf(wanted, model),
      model,
      // Each ask of a list names it again.
      modelInBody: embeds,
      fetchesUrls: false,
      defaultMaximumOutput: 8192,
      ...(isChat ? { changes } : {}),
    }
  },
  headers: (_facts, key, { wanted }) => ['x-goog-api-key', key, ...uploadHeadersOf(wanted)],
  modelList: (facts, key) => ({
    url: `${facts.baseUrl || baseUrl}/v1beta/models?pageSize=1000`,
    headers: { 'x-goog-api-key': key },
    read: (body) => (isObject(body) && Array.isArray(body.models) ? body.models.flatMap(nameOf) : []),
  }),
}

/** Sessions of some models are set up in words of a version before the usual one, so the client's own counts. */
const liveRoute = (root: string, { other }: ChannelFacts, { model, path }: Wanted): Route => {
  const version = other || (/\.(v1(?:alpha|beta)?)\./.exec(path)?.[1] ?? 'v1beta')
  return {
    ...splitAddress(`${root}/ws/google.ai.generativelanguage.${version}.GenerativeService.BidiGenerateContent`),
    dialect: 'gemini-generate',
    model,
    sessionModel: `models/${model}`,
    modelInBody: false,
    fetchesUrls: false,
    defaultMaximumOutput: 8192,
  }
}

/** It waits longer for half the price. */
const isCheaper = (tier: unknown): boolean => typeof tier === 'string' && tier.toLowerCase() === 'flex'

const dialectOf = ({ operation }: Wanted, model: string): Dialect => {
  if (operation === 'image_generation') return googlePictures(model)
  return operation === 'embeddings' ? 'gemini-embeddings' : 'gemini-generate'
}

const actionOf = ({ operation, stream, path, model }: Wanted): string => {
  switch (operation) {
    case 'embeddings':
      return path.endsWith(':embedContent') ? 'embedContent' : 'batchEmbedContents'
    case 'count_tokens':
      return 'countTokens'
    case 'image_generation':
      return actionOfPictures(model)
    default:
      return stream ? 'streamGenerateContent?alt=sse' : 'generateContent'
  }
}

/** Caches, files and batches stand beside the models; uploads and downloads have a word before the version. */
const keptPathOf = ({ path, query }: Wanted, version: string): string =>
  path.replace(/^(\/upload|\/download)?\/v1(?:beta)?(?=\/)/, `$1/${version}`) + (query === '' ? '' : `?${query}`)

/** How much of a file comes, and whether that is all. */
const uploadHeaders = [
  ...['protocol', 'command', 'offset', 'header-content-length', 'header-content-type', 'file-name'],
].map((name) => `x-goog-upload-${name}`)

const uploadHeadersOf = ({ operation, headers }: Wanted): string[] =>
  operation === 'media_files'
    ? uploadHeaders.flatMap((name) => {
        const value = headers[name]
        return typeof value === 'string' ? [name, value] : []
      })
    : []

const versionOf = ({ other }: ChannelFacts, { model, option }: Wanted): string => {
  if (other !== '') return other
  const settings = option('gemini.version_settings')
  const version = isObject(settings) ? (settings[model] ?? settings.default) : undefined
  return typeof version === 'string' ? version : 'v1beta'
}

const nameOf = (entry: unknown): string | never[] => textAt(entry, 'name')?.replace(/^models\//, '') ?? []
