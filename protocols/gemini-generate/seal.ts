import type { RedactedReasoningPart, Signature, Signer } from '../chat.ts'
import { isObject, type JsonObject, parseLenient, textAt } from '../json.ts'

/**
 * What another vendor sealed travels in the one field that clients of this dialect hand back untouched: the thought
 * signature. Some of them check that it is base64, so a seal is base64 of an object whose first member says whose it
 * is; Google's own signatures never begin like that.
 */
export type Seal =
  | { kind: 'signature'; signature: Signature; id: string | undefined }
  | { kind: 'redacted'; part: RedactedReasoningPart }

const mark = Buffer.from('{"by":"').toString('base64').slice(0, 9)
const signers: readonly Signer[] = ['anthropic', 'gemini', 'openai']

export const writeSignature = ({ by, value }: Signature, id?: string): string =>
  by === 'gemini' && id === undefined ? value : encode({ by, value, id })

export const writeRedacted = ({ by, data, id }: RedactedReasoningPart): string => encode({ by, redacted: data, id })

/** Reads a thought signature: Google's own, or what another vendor had sealed. */
export const readSeal = (thoughtSignature: string): Seal => {
  const own: Seal = { kind: 'signature', signature: { by: 'gemini', value: thoughtSignature }, id: undefined }
  if (!thoughtSignature.startsWith(mark)) return own
  const sealed = parseLenient(Buffer.from(thoughtSignature, 'base64').toString('utf8'))
  const by = signers.find((signer) => signer === textAt(sealed, 'by'))
  if (by === undefined) return own
  const id = textAt(sealed, 'id')
  const redacted = textAt(sealed, 'redacted')
  if (redacted !== undefined) {
    const part: RedactedReasoningPart = { type: 'redacted_reasoning', data: redacted, by }
    return { kind: 'redacted', part: id === undefined ? part : { ...part, id } }
  }
  const value = textAt(sealed, 'value')
  return value === undefined ? own : { kind: 'signature', signature: { by, value }, id }
}

/** Whether a request's bytes may hold what another vendor sealed: cheap, and never wrong when it says no. */
export const mayHoldForeignSeals = (bytes: Buffer): boolean => bytes.includes(mark)

/** What Google takes in place of a signature for a call that it did not write itself. */
export const bypassSignature = 'skip_thought_signature_validator'

/**
 * The contents as Google may read them: without signatures of others, and with the accepted stand-in on calls, which
 * newer models demand a signature of.
 */
export const withoutForeignSeals = (contents: unknown): unknown => {
  if (Array.isArray(contents)) return contents.map(withoutForeignSeals)
  if (!isObject(contents)) return contents
  const parts = contents.parts
  return { ...contents, parts: Array.isArray(parts) ? parts.flatMap(cleanPart) : cleanPart(parts)[0] }
}

const cleanPart = (part: unknown): unknown[] => {
  if (!isObject(part)) return [part]
  for (const name of ['thoughtSignature', 'thought_signature']) {
    const value = part[name]
    if (typeof value !== 'string' || !isForeign(value)) continue
    const { [name]: _, ...rest } = part
    if (part.functionCall !== undefined || part.function_call !== undefined) return [{ ...rest, [name]: bypassSignature }]
    return part.text === '' ? [] : [rest]
  }
  return [part]
}

const isForeign = (thoughtSignature: string): boolean => {
  const seal = readSeal(thoughtSignature)
  return seal.kind === 'redacted' || seal.signature.value !== thoughtSignature
}

const encode = (sealed: JsonObject): string => Buffer.from(JSON.stringify(sealed)).toString('base64')
