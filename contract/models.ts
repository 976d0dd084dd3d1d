import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { modelName, singleLine } from './fields.ts'
import { priceStep } from './price-steps.ts'
import { tierRatios } from './service-tiers.ts'

export const quotaTypes = { byUsage: 0, perCall: 1 } as const

/** What a model costs before the ratio of a group. A ratio of 1 is 2 dollars for a million input tokens. */
const pricedModel = z.object({
  model_name: z.string(),
  quota_type: z.union([z.literal(quotaTypes.byUsage), z.literal(quotaTypes.perCall)]),
  model_ratio: z.number(),
  /** Dollars for a call; 0 when it is paid by usage. */
  model_price: z.number(),
  /** Who makes it; empty where nobody knows. */
  owner_by: z.string(),
  /** The same in the language of whoever asks, where it is another name. */
  owner_name: z.optional(z.string()),
  /** Of its maker, a part of the sprite of marks; empty where there is none. */
  mark: z.string(),
  completion_ratio: z.number(),
  cache_ratio: z.number(),
  cache_creation_ratio: z.number(),
  cache_creation_hour_ratio: z.number(),
  image_ratio: z.number(),
  image_completion_ratio: z.number(),
  audio_ratio: z.number(),
  audio_completion_ratio: z.number(),
  /** What long prompts cost, from the shortest to the longest; none where they cost what others do. */
  price_steps: z.array(priceStep),
  /** How many times that its other services cost, where that is known. */
  service_tiers: z.optional(tierRatios),
  /** What is publicly known of it; what is left out is not known. How many tokens it takes at once, and writes at most: */
  context_length: z.optional(z.int()),
  max_output_tokens: z.optional(z.int()),
  input_modalities: z.optional(z.array(z.string())),
  output_modalities: z.optional(z.array(z.string())),
  /** `tools`, `reasoning`. */
  abilities: z.optional(z.array(z.string())),
  /** The month or the day up to which it knows the world. */
  knows_until: z.optional(z.string()),
  /** The day on which its maker takes it away. */
  retires_on: z.optional(z.string()),
  /** The groups that can call it, of those the asker may use. */
  enable_groups: z.array(z.string()),
  supported_endpoint_types: z.array(z.string()),
  /** False when nobody has said what it costs: it then costs `model_ratio` to those who may call it so, see below. */
  priced: z.boolean(),
})
export type PricedModel = z.output<typeof pricedModel>

/** What stands beside the models. */
const pricingTables = z.object({
  /** What the asker pays in each group: the model's price times this. */
  group_ratio: z.record(z.string(), z.number()),
  /** The groups the asker may use, with what they are for. */
  usable_group: z.record(z.string(), z.string()),
  /** Whether the asker may call models that nobody priced; all others are refused. */
  accepts_unpriced: z.boolean(),
  /** Where each of `supported_endpoint_types` is. */
  supported_endpoint: z.record(z.string(), z.object({ path: z.string(), method: z.string() })),
})
export type PricingTables = z.output<typeof pricingTables>

/** What can be chosen beside the messages of a chat, by the names of its members. */
export const chatParameters = [
  'temperature',
  'max_tokens',
  'top_p',
  'frequency_penalty',
  'presence_penalty',
  'seed',
  'reasoning_effort',
  'stop',
] as const
export type ChatParameter = (typeof chatParameters)[number]

export const models = {
  byChannelType: endpoint({
    method: 'GET',
    path: '/api/models',
    access: 'user',
    summary: 'The models each channel type is known to serve',
    data: z.record(z.string(), z.array(z.string())),
  }),
  groups: endpoint({
    method: 'GET',
    path: '/api/group/',
    access: 'admin',
    summary: 'The names of all groups',
    data: z.array(z.string()),
  }),
  pricing: endpoint({
    method: 'GET',
    path: '/api/pricing',
    access: 'visitor',
    summary: 'What every model costs that the asker may call; visitors see the groups that are open to all',
    data: z.array(pricedModel),
    beside: pricingTables,
  }),
  refusals: endpoint({
    method: 'GET',
    path: '/api/pricing/refusals',
    access: 'user',
    summary: 'The parameters of a chat that a model does not take through any channel that serves it in a group',
    // Without a group it is the asker's own.
    query: z.object({ model: modelName, group: z.optional(singleLine(64)) }),
    data: z.array(z.enum(chatParameters)),
  }),
}
