import { providers } from './index.ts'
import { familyMaker, type Maker } from './makers.ts'
import { marks } from './marks.ts'
import { modelHosts } from './model-hosts.ts'
import type { Operation, Provider } from './provider.ts'
import { type WordLanguage, wordsIn } from './words.ts'

/** How a model is called, under the names that tools of this ecosystem use. */
export const endpointTypes = {
  openai: { path: '/v1/chat/completions', method: 'POST' },
  'openai-response': { path: '/v1/responses', method: 'POST' },
  anthropic: { path: '/v1/messages', method: 'POST' },
  gemini: { path: '/v1beta/models/{model}:generateContent', method: 'POST' },
  embeddings: { path: '/v1/embeddings', method: 'POST' },
  'jina-rerank': { path: '/v1/rerank', method: 'POST' },
  'image-generation': { path: '/v1/images/generations', method: 'POST' },
  'audio-speech': { path: '/v1/audio/speech', method: 'POST' },
  'audio-transcription': { path: '/v1/audio/transcriptions', method: 'POST' },
  moderations: { path: '/v1/moderations', method: 'POST' },
  realtime: { path: '/v1/realtime', method: 'GET' },
  'gemini-live': {
    path: '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent',
    method: 'GET',
  },
} as const

type EndpointType = keyof typeof endpointTypes

/** The ways to call a model that these channel types serve. Its name tells what it is for, as nothing else does. */
export const endpointTypesOf = (model: string, channelTypes: ReadonlySet<number>): readonly EndpointType[] => {
  const able = new Set(providers.filter(({ type }) => channelTypes.has(type)).flatMap((each) => [...each.operations]))
  // A type without a provider of its own is spoken to as the usual one, which can do everything.
  const can = (operation: Operation) => able.size === 0 || able.has(operation)
  if (/^(?:mj|suno)_|^swap_face$/.test(model)) return []
  const purpose = purposes.find(({ names, operation }) => names.test(model) && can(operation))
  if (purpose !== undefined) return purpose.types
  return can('chat') ? chatTypes : []
}

/** Every chat dialect is read and written, whatever the upstream speaks. */
const chatTypes: readonly EndpointType[] = ['openai', 'openai-response', 'anthropic', 'gemini']

const purposes: readonly { names: RegExp; operation: Operation; types: readonly EndpointType[] }[] = [
  { names: /embed|(?:^|\/)(?:bge|gte|m3e|e5)-(?!rerank)/i, operation: 'embeddings', types: ['embeddings'] },
  { names: /rerank/i, operation: 'rerank', types: ['jina-rerank'] },
  { names: /moderation/i, operation: 'moderations', types: ['moderations'] },
  { names: /realtime/i, operation: 'realtime', types: ['realtime'] },
  { names: /(?:^|[-/])live(?:-|$)|native-audio/i, operation: 'live', types: ['gemini-live'] },
  { names: /whisper|transcribe|sensevoice/i, operation: 'transcription', types: ['audio-transcription'] },
  { names: /(?:^|[-/])tts|cosyvoice/i, operation: 'speech', types: ['audio-speech'] },
  {
    names: /dall-e|gpt-image|imagen|(?:^|[-/])flux|stable-diffusion|sdxl|cogview|seedream|kolors|wanx|grok-.*image/i,
    operation: 'image_generation',
    types: ['image-generation'],
  },
]

/**
 * Who makes a model: whose family its name is of, the maker whose own models mostly begin as its name does, else the first
 * maker that lists it. Who hosts models of many makers makes none; and where nobody is known, nobody is named.
 */
export const ownerOf = (model: string, language: WordLanguage = 'en'): string => {
  const owner = makerOf(model)
  return owner === undefined ? '' : wordsIn(language, owner.label)
}

/** The mark of whoever makes it; empty where there is none. */
export const markOf = (model: string): string => makerOf(model)?.mark ?? ''

const makerOf = (model: string): Maker | undefined => {
  const bare = model.replace(/^.*\//, '')
  const family = familyMaker(bare)
  if (typeof family === 'object') return family
  const provider = family === undefined ? likelyMaker(bare) : providers.find(({ name }) => name === family)
  return provider && { label: provider.label, mark: marks[provider.name] ?? '' }
}

const likelyMaker = (model: string): Provider | undefined => {
  const family = familyOf(model)
  const maker =
    makers.find(({ families }) => family !== undefined && families.has(family)) ??
    makers.find(({ provider }) => provider.models.includes(model))
  return maker?.provider
}

/** The first word without the number behind it; a single letter says nothing. */
const familyOf = (model: string): string | undefined => {
  const word = /^[a-z0-9]*[a-z]/i.exec(model)?.[0].toLowerCase()
  return word === undefined || word.length < 2 ? undefined : word
}

const familyShare = 0.4

/** The families that most of a provider's models are of. */
const familiesOf = ({ models }: Provider): ReadonlySet<string> => {
  const families = models.flatMap((model) => familyOf(model.replace(/^.*\//, '')) ?? [])
  const isLarge = (family: string) => families.filter((each) => each === family).length > models.length * familyShare
  return new Set(families.filter(isLarge))
}

const makers = providers
  .filter((provider) => !modelHosts.includes(provider))
  .map((provider) => ({ provider, families: familiesOf(provider) }))
  .filter(({ families }) => families.size > 0)
