import * as z from 'zod/mini'
import { type TokenClass, tokenClassRows } from '#pricing/token-classes.ts'

// seam: Object.fromEntries forgets which names these are
const tokens = Object.fromEntries(tokenClassRows.map(({ name }) => [name, z.number()])) as Record<
  TokenClass,
  z.ZodMiniNumber
>
const usage = z.object({ ...tokens, calls: z.number(), tools: z.optional(z.record(z.string(), z.number())) })

const owed = z.object({
  username: z.string(),
  userGroup: z.string(),
  acceptsUnpriced: z.boolean(),
  tokenId: z.int(),
  tokenName: z.string(),
  group: z.string(),
  model: z.string(),
  upstreamModel: z.string(),
  /** Whether a fixed price was charged when it was asked for: then only its tools are left. */
  isCallPaid: z.optional(z.boolean()),
  /** Which size of context its searches were asked for. */
  searchSize: z.optional(z.enum(['low', 'medium', 'high'])),
  /** How many times its price it costs, for a service that was asked for. */
  times: z.optional(z.number()),
  /** It is being streamed; after this second its stream is taken to have ended without a word of what it gave. */
  streamsUntil: z.optional(z.int()),
  /** What its stream gave: the charge where its upstream does not keep it after all. */
  given: z.optional(z.object({ usage, estimated: z.boolean() })),
})

/** Who pays, for which model, once an answer is finished that is made after its call has ended. */
export type Owed = z.output<typeof owed>

export const readOwed = (text: string): Owed => owed.parse(JSON.parse(text))

/** The platform of answers that are made in the background: their clients ask for them where all answers are kept. */
export const backgroundAnswers = 'responses'

/** Nobody waits longer for one that is streamed. */
export const longestStreamSeconds = 3600
