import type { ReasoningPart, RedactedReasoningPart, Signature, Signer } from '../chat.ts'
import { isObject } from '../json/json.ts'

/**
 * What another vendor sealed travels in the one field that clients of this dialect hand back untouched: the encrypted
 * content of a reasoning item. A mark in front of it, which base64 cannot begin with, tells whose it is and what it
 * stands for, so that it is never taken for this dialect's own.
 */
type SealedKind = 'text' | 'redacted' | 'call'

export type Seal = { kind: SealedKind; by: Signer; value: string }

const mark = 'seal:'
const signers: readonly Signer[] = ['anthropic', 'gemini', 'openai']
const kinds: readonly SealedKind[] = ['text', 'redacted', 'call']

/** The encrypted content of a reasoning item for a seal of whatever vendor. */
export const writeSeal = ({ kind, by, value }: Seal): string =>
  by === 'openai' && kind !== 'call' ? value : `${mark}${by}:${kind}:${value}`

/** Reads an encrypted content back; `hasText` tells whether the item also says its reasoning openly. */
export const readSeal = (content: string, hasText: boolean): Seal => {
  const own: Seal = { kind: hasText ? 'text' : 'redacted', by: 'openai', value: content }
  if (!content.startsWith(mark)) return own
  const [signer, kind] = content.slice(mark.length).split(':', 2)
  const by = signers.find((each) => each === signer)
  const found = kinds.find((each) => each === kind)
  if (by === undefined || found === undefined) return own
  return { kind: found, by, value: content.slice(`${mark}${by}:${found}:`.length) }
}

export const signatureOf = ({ by, value }: Seal): Signature => ({ by, value })

/** A reasoning part of what an item says openly and what is sealed; undefined when it holds nothing to go on with. */
export const reasoningPartOf = (
  text: string,
  seal: Seal | undefined,
  id: string | undefined,
): ReasoningPart | RedactedReasoningPart | undefined => {
  const named = id === undefined ? {} : { id }
  if (seal?.kind === 'redacted') return { type: 'redacted_reasoning', data: seal.value, by: seal.by, ...named }
  if (seal !== undefined) return { type: 'reasoning', text, signature: signatureOf(seal), ...named }
  return text === '' ? undefined : { type: 'reasoning', text, ...named }
}

/** Whether a request's bytes may hold what another vendor sealed: cheap, and never wrong when it says no. */
export const mayHoldForeignSeals = (bytes: Buffer): boolean => bytes.includes(mark)

/** The input items without those that only another vendor can read; undefined when there are none of these. */
export const withoutForeignSeals = (input: unknown): unknown[] | undefined => {
  if (!Array.isArray(input)) return undefined
  const kept = input.filter((item) => !isForeign(item))
  return kept.length === input.length ? undefined : kept
}

const isForeign = (item: unknown): boolean => {
  if (!isObject(item) || item.type !== 'reasoning' || typeof item.encrypted_content !== 'string') return false
  return readSeal(item.encrypted_content, true).value !== item.encrypted_content
}
