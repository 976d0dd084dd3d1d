import type { Signature, Signer } from '../chat.ts'
import { isObject } from '../json.ts'

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
export const withoutForeignSeals = (messages: readonly unknown[]): unknown[] | undefined => {
  const own = messages.map(withoutForeign)
  return own.every((message, index) => message === messages[index]) ? undefined : own
}

const withoutForeign = (message: unknown): unknown => {
  if (!isObject(message) || message.role !== 'assistant' || !Array.isArray(message.content)) return message
  const own = message.content.filter((block) => !isForeign(block))
  return own.length === message.content.length ? message : { ...message, content: own }
}

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
