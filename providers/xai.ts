import { isObject } from '#protocols/json/json.ts'
import { cutSuffix, withChatRules } from './chat-rules.ts'
import { compatible, usualOperations } from './compatible.ts'
import { unlessOff } from './members.ts'
import type { Provider } from './provider.ts'

const plain = compatible({
  type: 48,
  name: 'xai',
  label: 'xAI',
  baseUrl: 'https://api.x.ai',
  keyHint: 'xai-…',
  speaks: ['openai-chat', 'openai-responses'],
  // It takes back only what it sealed.
  openReasoning: {},
  operations: usualOperations,
  models:
    'grok-4.6 grok-4.5 grok-4.3 grok-4.20-reasoning grok-4.20-non-reasoning grok-build-0.1 grok-4 ' +
    'grok-4-fast-reasoning grok-4-fast-non-reasoning grok-code-fast-1 grok-3 grok-3-mini grok-2-vision grok-2-image ' +
    'grok-latest',
})

const ruled = withChatRules(plain, ({ model: name }) => {
  const { model: unsearched, suffix: search } = cutSuffix(name, ['search'])
  const { model, suffix: effort } = isMini(unsearched)
    ? cutSuffix(unsearched, ['high', 'medium', 'low'])
    : { model: unsearched, suffix: undefined }
  return {
    model,
    changes: (body) => ({
      ...(search === undefined || body.search_parameters !== undefined ? {} : { search_parameters: { mode: 'on' } }),
      ...(effort === undefined ? {} : { reasoning_effort: effort }),
    }),
  }
})

export const xai: Provider = {
  ...ruled,
  // It is charged by the source, of which a search has as many as it likes.
  members: { searchparameters: (value) => (isObject(value) && value.mode === 'off' ? 'passes' : unlessOff(value, '')) },
}

const isMini = (model: string): boolean => model.startsWith('grok-3-mini')
