import * as z from 'zod/mini'
import { settledNumbers, settledTexts } from '../dimension-columns.ts'
import type { Settlement } from './settlement.ts'

const ofEach = <Name extends string, Schema>(names: readonly Name[], schema: Schema): Record<Name, Schema> =>
  // seam: one of each name
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>

const schema = z.object({
  ...ofEach(settledNumbers, z.int()),
  ...ofEach(settledTexts, z.string()),
  requestId: z.string(),
  createdAt: z.int(),
  quota: z.int(),
  promptTokens: z.int(),
  completionTokens: z.int(),
  useTime: z.int(),
  // Those of earlier versions have none.
  durationMs: z._default(z.int(), 0),
  isStream: z.boolean(),
  content: z.string(),
  other: z.string(),
  counted: z.boolean(),
  logged: z.boolean(),
})

/** A settlement as it was written to a file of ours. Throws when it is none. */
export const readStoredSettlement = (value: unknown): Settlement => z.parse(schema, value)
