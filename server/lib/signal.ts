import * as z from 'zod/mini'

/** `missed`: messages may have been lost since the last one, so whoever keeps a copy of something reads it again. */
export type Signal = { kind: 'message'; text: string } | { kind: 'missed' }

/** A signal on its way between processes. */
type Envelope = z.output<typeof envelope>

const envelope = z.object({
  from: z.string(),
  topic: z.string(),
  signal: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('message'), text: z.string() }),
    z.object({ kind: z.literal('missed') }),
  ]),
})

export const writeEnvelope = (sent: Envelope): string => JSON.stringify(sent)

export const readEnvelope = (text: string): Envelope | undefined => {
  try {
    return z.parse(envelope, JSON.parse(text))
  } catch {
    return undefined
  }
}
