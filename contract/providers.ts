import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What the channel form needs to draw itself for a channel type. */
const providerCard = z.object({
  type: z.int(),
  name: z.string(),
  label: z.string(),
  /** Its part of the sprite of marks; empty where there is none. */
  mark: z.string(),
  base_url: z.string(),
  base_url_required: z.boolean(),
  /** Whether the address is the whole endpoint. */
  base_url_whole: z.boolean(),
  /** How a key looks, in the language of whoever asks. */
  key_hint: z.string(),
  /** Whether a key is one document, whatever commas and line breaks it holds. */
  key_is_document: z.boolean(),
  /** What the extra field is called, how it looks, and what it is when nothing is said; empty when it has no meaning. */
  other_label: z.string(),
  other_hint: z.string(),
  other_default: z.string(),
  /** How an organization looks; empty when the upstream is told of none. */
  organization_hint: z.string(),
  models: z.array(z.string()),
  /** Whether its upstream can be asked what models it has, and what is left to spend. */
  lists_models: z.boolean(),
  tells_balance: z.boolean(),
  /** The dialects that a channel's setting may choose between. */
  dialects: z.array(z.string()),
  /** Whether most channels lead to one like it; a console that was open before knows of none. */
  common: z.optional(z.boolean()),
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
  guess: endpoint({
    method: 'POST',
    path: '/api/providers/guess',
    access: 'admin',
    summary: 'Whose key was pasted, alone or with an address, and both without what stood around them; nothing is kept',
    body: z.object({ text: z.string().check(z.maxLength(65_536)) }),
    data: z.object({
      key: z.string(),
      /** Empty: the vendor's own. */
      base_url: z.string(),
      /** The kinds of channel it may be for, the likeliest first; none when nothing tells. */
      types: z.array(z.int()),
    }),
  }),
}
