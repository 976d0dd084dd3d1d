import { compatible } from './compatible.ts'
import { bearer, type Provider } from './provider.ts'

export const openai: Provider = {
  ...compatible({
    type: 1,
    name: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com',
    speaks: ['openai-chat', 'openai-responses'],
    models:
      'gpt-5.6 gpt-5.6-sol gpt-5.6-terra gpt-5.6-luna gpt-5.5 gpt-5.4 gpt-5.4-mini gpt-5.4-nano gpt-5.4-pro ' +
      'gpt-5.3-codex gpt-5.2 gpt-5.1 gpt-5 gpt-5-mini gpt-5-nano gpt-5-chat-latest gpt-4.1 gpt-4.1-mini gpt-4.1-nano ' +
      'gpt-4o gpt-4o-mini gpt-4o-audio-preview gpt-4o-search-preview o3 o3-mini o3-pro o4-mini o1 gpt-3.5-turbo',
  }),
  headers: (facts, key) => [
    ...bearer(facts, key),
    ...(facts.organization === '' ? [] : ['openai-organization', facts.organization]),
  ],
}
