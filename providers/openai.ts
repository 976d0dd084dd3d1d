import { subscriptionBalance } from './balances.ts'
import { compatible, usualOperations } from './compatible.ts'
import {
  changesForParticular,
  isParticular,
  readEffort,
  searchesAlways,
  speaksOnlyResponses,
} from './openai-adapter.ts'
import { openaiMembers, openaiTool } from './openai-members.ts'
import { bearer, type Provider, type Route, type Wanted } from './provider.ts'

const plain = compatible({
  type: 1,
  name: 'openai',
  label: 'OpenAI',
  baseUrl: 'https://api.openai.com',
  speaks: ['openai-chat', 'openai-responses'],
  operations: [
    ...usualOperations,
    'stored_response',
    'response_compaction',
    'response_tokens',
    'files',
    'batch_task',
    'kept_thing',
  ],
  models:
    'gpt-5.6 gpt-5.6-sol gpt-5.6-terra gpt-5.6-luna gpt-5.5 gpt-5.4 gpt-5.4-mini gpt-5.4-nano gpt-5.4-pro ' +
    'gpt-5.3-codex gpt-5.2 gpt-5.1 gpt-5 gpt-5-mini gpt-5-nano gpt-5-chat-latest gpt-4.1 gpt-4.1-mini gpt-4.1-nano ' +
    'gpt-4o gpt-4o-mini gpt-4o-audio-preview gpt-4o-search-preview o3 o3-mini o3-pro o4-mini o1 gpt-3.5-turbo ' +
    'gpt-image-2 gpt-image-1.5 gpt-image-1 gpt-image-1-mini dall-e-3 dall-e-2 gpt-4o-mini-tts tts-1 tts-1-hd ' +
    'gpt-4o-transcribe gpt-4o-mini-transcribe whisper-1 text-embedding-3-small text-embedding-3-large ' +
    'text-embedding-ada-002 omni-moderation-latest gpt-realtime gpt-4o-realtime-preview',
  balance: subscriptionBalance('https://api.openai.com'),
})

const known = new Set(plain.models)

export const openai: Provider = {
  ...plain,
  route: (facts, wanted, key): Route => {
    if (!isParticular(wanted.model)) return plain.route(facts, wanted, key)
    const { model, effort } = readEffort(wanted.model, known)
    const route = plain.route(facts, { ...wanted, model, protocol: protocolFor(wanted, model) }, key)
    const { dialect } = route
    if (wanted.operation !== 'chat' || typeof dialect !== 'string') return route
    return {
      ...route,
      changes: (body) => changesForParticular(body, { model, effort, dialect }),
      ...(dialect === 'openai-chat' && searchesAlways(model) ? { tools: oneSearch } : {}),
    }
  },
  organizationHint: 'org-…',
  cacheMinutes: 24 * 60,
  members: openaiMembers,
  tool: openaiTool,
  headers: (facts, key) => [
    ...bearer(facts, key),
    ...(facts.organization === '' ? [] : ['openai-organization', facts.organization]),
  ],
}

const oneSearch = { web_search_preview: 1 }

/** Some models answer only under the newer dialect: whoever asks otherwise is translated. */
const protocolFor = (wanted: Wanted, model: string): Wanted['protocol'] =>
  wanted.operation === 'chat' && speaksOnlyResponses(model) ? 'openai-responses' : wanted.protocol
