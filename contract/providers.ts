import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What the channel form needs to draw itself for a channel type. */
const providerCard = z.object({
  type: z.int(),
  name: z.string(),
  label: z.string(),
  base_url: z.string(),
  base_url_required: z.boolean(),
  key_hint: z.string(),
  /** The meaning of `other` for this type, when it has one. */
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
