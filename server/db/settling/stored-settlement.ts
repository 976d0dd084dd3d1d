import * as z from 'zod/mini'
import type { Settlement } from './settlement.ts'

const schema = z.object({
  requestId: z.string(),
  createdAt: z.int(),
  userId: z.int(),
  username: z.string(),
  tokenId: z.int(),
  tokenName: z.string(),
  channelId: z.int(),
  modelName: z.string(),
  group: z.string(),
  quota: z.int(),
  promptTokens: z.int(),
  completionTokens: z.int(),
  useTime: z.int(),
  isStream: z.boolean(),
  content: z.string(),
  other: z.string(),
  counted: z.boolean(),
  logged: z.boolean(),
})

/** A settlement as it was written to a file of ours. Throws when it is none. */
export const readStoredSettlement = (value: unknown): Settlement => z.parse(schema, value)
