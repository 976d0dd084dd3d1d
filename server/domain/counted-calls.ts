import * as z from 'zod/mini'
import type { NamedThing } from '#protocols/named-things.ts'

/**
 * What a file of calls holds, as far as a batch of them has to know it: gone over while the file went to an upstream
 * that does not give it back.
 */
export type CountedCalls = {
  /** What is asked of the model, by the word that the path of a single call ends with; empty: no line has come. */
  action: string
  lines: number
  input: number
  /** As much as calls want at the most. */
  output: number
  /** Of so many answers no limit is told. */
  openEnds: number
  calls: number
  /** The model that its lines name, where they do. */
  model: string
  named: readonly NamedThing[]
  /** Why no batch can be made of it. */
  fault?: string | undefined
}

export const nothingCounted: CountedCalls = {
  ...{ action: '', lines: 0, input: 0, output: 0, openEnds: 0, calls: 0, model: '', named: [] },
}

export const readCountedCalls = (text: string): CountedCalls => {
  const { named, ...counted } = schema.parse(JSON.parse(text))
  // seam: it is what was written down of them
  return { ...counted, named: named as unknown as NamedThing[] }
}

const schema = z.object({
  action: z.string(),
  lines: z.int(),
  input: z.int(),
  output: z.int(),
  openEnds: z.int(),
  calls: z.int(),
  model: z.string(),
  named: z.array(z.record(z.string(), z.unknown())),
  fault: z.optional(z.string()),
})
