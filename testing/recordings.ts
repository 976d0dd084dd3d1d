import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** Recorded answers of real providers. They lie beside the project, so a clone alone goes without them. */
export const recordingsFolder = join(import.meta.dirname, '../../shared/fixtures')

/** Figures that may be read in two ways are lists: left out, for tests of their own to settle. */
const settledFigures = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((usage) => {
    const settled: Record<string, number> = {}
    for (const [name, figure] of Object.entries(usage)) if (typeof figure === 'number') settled[name] = figure
    return settled
  }),
)

const recording = z.object({
  id: z.string(),
  provider: z.string(),
  protocol: z.string(),
  streaming: z.boolean(),
  features: z.array(z.string()),
  request: z.nullable(z.object({ body: z.optional(z.unknown()) })),
  response: z.object({
    status: z.int(),
    headers: z.record(z.string(), z.string()),
    body: z.optional(z.string()),
    sse: z.optional(z.string()),
    base64: z.optional(z.string()),
    ws: z.optional(z.array(z.object({ dir: z.enum(['client', 'server']), data: z.record(z.string(), z.unknown()) }))),
  }),
  expected: z.looseObject({
    text: z.optional(z.string()),
    usage: z.optional(settledFigures),
  }),
})
export type Recording = z.output<typeof recording>

export const recordingsPresent = existsSync(recordingsFolder)

/** How many exchanges the whole set has; said when they cannot be replayed. */
export const recordingsInSet = 243

/** Databases of other programs lie beside the recordings. */
const noRecordings = new Set(['move-in'])

/** The dialects in which there are any. */
export const recordedProtocols = (): string[] =>
  readdirSync(recordingsFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !noRecordings.has(entry.name))
    .map(({ name }) => name)

export const recordingsOf = (protocol: string): Recording[] => {
  const path = join(recordingsFolder, protocol)
  if (!recordingsPresent || !existsSync(path)) return []
  return readdirSync(path)
    .filter((name) => name.endsWith('.json'))
    .map((name) => recording.parse(JSON.parse(readFileSync(join(path, name), 'utf8'))))
}
