import type { ProtocolName } from '#protocols/protocol.ts'
import { bearerModelList, dialectFor, gatewayHost, pathFor, realtimeQuery } from './compatible.ts'
import { passes } from './members.ts'
import { openai } from './openai.ts'
import { changesForParticular, isParticular, readEffort, speaksOnlyResponses } from './openai-adapter.ts'
import { openaiTool } from './openai-members.ts'
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

/** The last dated version in wide use: what is newer stands under `v1` and has none. */
const usualVersion = '2025-04-01-preview'

const operations: readonly Operation[] = [
  'chat',
  'completions',
  'embeddings',
  'image_generation',
  'image_edit',
  'speech',
  'transcription',
  'translation',
  'realtime',
  'stored_response',
  'response_compaction',
  'kept_thing',
]

const known = new Set(openai.models)

export const azure: Provider = {
  type: 3,
  name: 'azure',
  label: 'Azure OpenAI',
  baseUrl: '',
  keyHint: {
    en: 'resource key',
    zh: '资源密钥',
    ja: 'リソースのキー',
    fr: 'clé de la ressource',
    ru: 'ключ ресурса',
    vi: 'khóa tài nguyên',
  },
  other: { label: apiVersion, example: usualVersion },
  models: openai.models,
  operations: new Set(operations),
  route: (facts, wanted): Route => {
    const { model, effort } = readEffort(wanted.model, known)
    const protocol = wanted.operation === 'chat' && speaksOnlyResponses(model) ? 'openai-responses' : wanted.protocol
    const named = { ...wanted, model, protocol }
    const speaks = facts.dialect === undefined ? (['openai-chat', 'openai-responses'] as const) : [facts.dialect]
    const dialect = dialectFor(named, speaks)
    const isRuled = wanted.operation === 'chat' && isParticular(model)
    return {
      ...splitAddress(facts.baseUrl + pathOf(facts, named, dialect)),
      dialect,
      model,
      modelInBody: true,
      fetchesUrls: true,
      defaultMaximumOutput: 8192,
      ...(isRuled ? { changes: (body) => changesForParticular(body, { model, effort, dialect }) } : {}),
    }
  },
  // Its dearer services have prices of their own.
  members: { websearchoptions: passes },
  tool: openaiTool,
  headers: (_facts, key) => ['api-key', key],
  modelList: (facts, key) => ({
    ...bearerModelList(facts.baseUrl + modelListPath(facts), key),
    headers: { 'api-key': key },
  }),
}

const hasOneVersion = ({ other }: ChannelFacts): boolean => other === 'v1' || other === 'preview'

const versionOf = ({ other }: ChannelFacts, { query }: Wanted): string =>
  new URLSearchParams(query).get('api-version') || other || usualVersion

const pathOf = (facts: ChannelFacts, wanted: Wanted, dialect: ProtocolName): string => {
  const { operation, model } = wanted
  const version = `api-version=${encodeURIComponent(versionOf(facts, wanted))}`
  const task = pathFor(wanted, dialect)
  if (operation === 'realtime') return realtimePath(wanted, version)
  if (isPassedAsIs(operation) || task.startsWith('/responses')) return responsesPath(facts, task, version)
  if (hasOneVersion(facts)) return `/openai/v1${task}`
  const place = facts.baseUrl.startsWith(gatewayHost) ? '' : '/openai/deployments'
  return `${place}/${encodeURIComponent(model)}${task}?${version}`
}

/** Resources of the older kind keep responses under the dated versions. */
const responsesPath = (facts: ChannelFacts, task: string, version: string): string => {
  const joint = task.includes('?') ? '&' : '?'
  const isOlder = /\.cognitiveservices\.azure\.com(?::|\/|$)/.test(facts.baseUrl) && !hasOneVersion(facts)
  return isOlder ? `/openai${task}${joint}${version}` : `/openai/v1${task}${joint}api-version=preview`
}

const realtimePath = (wanted: Wanted, version: string): string =>
  wanted.model.includes('preview')
    ? `/openai/realtime?deployment=${encodeURIComponent(wanted.model)}&${version}`
    : `/openai/v1/realtime?${realtimeQuery(wanted)}`

/** It lists the models there are, not the ones deployed. */
const modelListPath = (facts: ChannelFacts): string =>
  hasOneVersion(facts) ? '/openai/v1/models' : `/openai/models?api-version=${facts.other || usualVersion}`
