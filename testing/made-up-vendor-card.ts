import type { ProviderCard } from '#contract/providers.ts'

/** What the console is told of the made up vendor, in English. */
export const madeUpCard: ProviderCard = {
  type: 901,
  name: 'madeup',
  mark: '',
  label: 'Made Up',
  base_url: 'https://made-up.example',
  base_url_required: false,
  base_url_whole: false,
  key_hint: 'Owner|Word',
  key_is_document: true,
  other_label: 'Floor',
  other_hint: 'third',
  other_default: 'ground',
  organization_hint: 'guild-…',
  models: ['made-1', 'made-2'],
  lists_models: true,
  tells_balance: false,
  dialects: ['openai-chat', 'openai-responses', 'anthropic-messages'],
  common: false,
}
