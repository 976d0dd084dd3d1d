import type { Signature, Signer } from '../chat.ts'
import { isObject } from '../json/json.ts'

/**
 * Clients of this dialect carry signatures and redacted thinking back untouched. A seal of another vendor travels in
 * them with a mark in front, so that it finds its way back to that vendor and to no other.
 */
export type Seal = Signature & { id?: string; call?: string }

const mark = 'foreign:'
const markedValue = Buffer.from(`"${mark}`)
const signers: readonly Signer[] = ['anthropic', 'gemini', 'openai']

/** The text of a signature or of redacted thinking; `call` is the tool call it belongs to. */
export const writeSeal = ({ by, value, id, call }: Seal): string => {
  if (by === 'anthropic') return value
  return `${mark}${by}:${encodeURIComponent(id ?? '')}:${encodeURIComponent(call ?? '')}:${value}`
}

export const readSeal = (text: string): Seal => {
  const [by, id, call, ...rest] = text.startsWith(mark) ? text.slice(mark.length).split(':') : []
  const signer = signers.find((each) => each === by)
  if (signer === undefined || id === undefined || call === undefined) return { by: 'anthropic', value: text }
  const seal: Seal = { by: signer, value: rest.join(':') }
  if (id !== '') seal.id = decode(id)
  if (call !== '') seal.call = decode(call)
  return seal
}

/** Whether a request may hold another vendor's seal, found without parsing. */
export const mayHoldForeignSeal = (bytes: Buffer): boolean => bytes.includes(markedValue)

/** The messages without the thinking of other vendors, which an upstream would refuse; undefined: there is none. */
export const withoutForeignSeals = (messages: readonly unknown[]): unknown[] | undefined =>
  withoutBlocks(messages, isForeign)

/** The same, without the thinking that nobody signed as well: the vendor's own models refuse it. */
export const withoutUnsigned = (messages: readonly unknown[]): unknown[] | undefined =>
  withoutBlocks(messages, (block) => isForeign(block) || isUnsigned(block))

const withoutBlocks = (messages: readonly unknown[], isLeftOut: (block: unknown) => boolean): unknown[] | undefined => {
  if (!messages.some((message) => contentOf(message)?.some(isLeftOut))) return undefined
  return messages.flatMap((message) => {
    const content = contentOf(message)
    if (content === undefined || !isObject(message)) return [message]
    const kept = content.filter((block) => !isLeftOut(block))
    // A turn without a word is refused as well.
    return kept.length === 0 && content.length > 0 ? [] : [{ ...message, content: kept }]
  })
}

/** What a model said, block by block. */
const contentOf = (message: unknown): readonly unknown[] | undefined =>
  isObject(message) && message.role === 'assistant' && Array.isArray(message.content) ? message.content : undefined

const isUnsigned = (block: unknown): boolean =>
  isObject(block) && block.type === 'thinking' && (block.signature === undefined || block.signature === '')

const isForeign = (block: unknown): boolean => {
  if (!isObject(block)) return false
  const seal = block.type === 'thinking' ? block.signature : block.type === 'redacted_thinking' ? block.data : undefined
  return typeof seal === 'string' && readSeal(seal).by !== 'anthropic'
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
