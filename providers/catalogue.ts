import { providers } from './index.ts'
import type { Operation } from './provider.ts'
import { wordsIn } from './words.ts'

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
  { names: /whisper|transcribe|sensevoice/i, operation: 'transcription', types: ['audio-transcription'] },
  { names: /(?:^|[-/])tts|cosyvoice/i, operation: 'speech', types: ['audio-speech'] },
  {
    names: /dall-e|gpt-image|imagen|(?:^|[-/])flux|stable-diffusion|sdxl|cogview|seedream|kolors|wanx|grok-.*image/i,
    operation: 'image_generation',
    types: ['image-generation'],
  },
]

/** Who makes a model: the first that lists it, else the first whose models mostly begin as its name does. */
export const ownerOf = (model: string): string => {
  const bare = model.replace(/^.*\//, '')
  const listing = providers.find(({ models }) => models.includes(bare))
  const owner = listing ?? providers.find(({ type }) => familiesByType.get(type)?.has(familyOf(bare)))
  return owner === undefined ? '' : wordsIn('en', owner.label)
}

const familyOf = (model: string): string => (/^[a-z]+/i.exec(model)?.[0] ?? model).toLowerCase()

const familyShare = 0.3

const familiesByType = new Map(
  providers.map(({ type, models }) => {
    const families = models.map((model) => familyOf(model.replace(/^.*\//, '')))
    const isLarge = (family: string) => families.filter((each) => each === family).length >= models.length * familyShare
    return [type, new Set(families.filter(isLarge))]
  }),
)
