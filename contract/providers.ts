import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The words that a provider's hints may hold in braces; who shows a hint says them in the reader's language. */
export const hintWords = [
  'accessKeyId',
  'accountId',
  'anyText',
  'apiKey',
  'apiToken',
  'plugin',
  'region',
  'resourceKey',
  'secretAccessKey',
] as const

/** What the channel form needs to draw itself for a channel type. */
const providerCard = z.object({
  type: z.int(),
  name: z.string(),
  label: z.string(),
  base_url: z.string(),
  base_url_required: z.boolean(),
  /** How a key looks; see `hintWords`. */
  key_hint: z.string(),
  /** How `other` looks for this type, when it has a meaning. */
  other_hint: z.string(),
  models: z.array(z.string()),
  /** Whether its upstream can be asked what models it has, and what is left to spend. */
  lists_models: z.boolean(),
  tells_balance: z.boolean(),
  /** The dialects that a channel's setting may choose between. */
  dialects: z.array(z.string()),
})
export type ProviderCard = z.output<typeof providerCard>

export const providers = {
  list: endpoint({
    method: 'GET',
    path: '/api/providers',
    access: 'admin',
    summary: 'Every kind of channel: its label, address, key and extra field',
    data: z.array(providerCard),
  }),
}
