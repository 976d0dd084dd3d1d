import type { RedactedReasoningPart, Signature, Signer } from '../chat.ts'
import { isObject, type JsonObject, parseLenient, textAt } from '../json/json.ts'

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

/**
 * The contents as Google may read them: without what others sealed. `standIn` takes the place of a signature on calls,
 * of which newer models demand one.
 */
export const withoutForeignSeals = (contents: unknown, standIn: string | undefined): unknown => {
  if (!Array.isArray(contents)) return cleanContent(contents, standIn)
  return contents.map((content) => cleanContent(content, standIn)).filter((content) => !isEmptied(content))
}

const cleanContent = (content: unknown, standIn: string | undefined): unknown => {
  if (!isObject(content) || !Array.isArray(content.parts)) return content
  return { ...content, parts: content.parts.flatMap((part) => cleanPart(part, standIn)) }
}

const cleanPart = (part: unknown, standIn: string | undefined): unknown[] => {
  if (!isObject(part)) return [part]
  const { thoughtSignature, thought_signature, ...rest } = part
  const value = thoughtSignature ?? thought_signature
  if (typeof value !== 'string' || !isForeign(value)) return [part]
  const isCall = part.functionCall !== undefined || part.function_call !== undefined
  if (isCall) return [standIn === undefined ? rest : { ...rest, thoughtSignature: standIn }]
  return part.text === '' ? [] : [rest]
}

const isForeign = (thoughtSignature: string): boolean => {
  const seal = readSeal(thoughtSignature)
  return seal.kind === 'redacted' || seal.signature.value !== thoughtSignature
}

const isEmptied = (content: unknown): boolean =>
  isObject(content) && Array.isArray(content.parts) && content.parts.length === 0

const encode = (sealed: JsonObject): string => Buffer.from(JSON.stringify(sealed)).toString('base64')
