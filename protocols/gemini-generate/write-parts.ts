import type { Signature } from '../chat.ts'
import { isObject, type JsonObject, parseLenient } from '../json/json.ts'
import { withoutUndefined } from './fields.ts'
import { audioType } from './media.ts'
import { writeSignature } from './seal.ts'
import { freeText } from './write-tools.ts'

/** Parts of an answer as this dialect's clients read them. */

export const thoughtPart = (text: string): JsonObject => ({ text, thought: true })

/**
 * The end of a thought: Google's own seal stands on a part of its own, as Google writes it; another vendor's stands on
 * the thought it belongs to.
 */
export const sealPart = (signature: Signature, id: string | undefined): JsonObject =>
  withoutUndefined({
    text: '',
    thought: signature.by === 'gemini' ? undefined : true,
    thoughtSignature: writeSignature(signature, id),
  })

export const soundPart = (base64: string, format: string | undefined): JsonObject => ({
  inlineData: { mimeType: audioType(format ?? 'pcm16'), data: base64 },
})

/** A seal that has no words of its own, as it is told where nothing follows that could carry it. */
export const bareSeal = (thoughtSignature: string): JsonObject => ({ ...thoughtPart(''), thoughtSignature })

/**
 * A part with the seal of a thought without words that came before it. Some clients forget parts without words, and with
 * them the seal.
 */
export const carrying = (part: JsonObject, seal: string): JsonObject[] =>
  part.thought === true || part.thoughtSignature !== undefined
    ? [bareSeal(seal), part]
    : [{ ...part, thoughtSignature: seal }]

type Call = {
  id: string
  name: string
  arguments: string
  custom?: boolean | undefined
  signature?: Signature | undefined
}

/** A whole call; undefined when its arguments were cut short, as nobody could act on them. */
export const callPart = (call: Call): JsonObject | undefined => {
  const args = argumentsOf(call)
  if (args === undefined) return undefined
  return withoutUndefined({
    functionCall: { id: call.id, name: call.name, args },
    thoughtSignature: call.signature === undefined ? undefined : writeSignature(call.signature),
  })
}

/** Calls whose arguments are no object are this dialect's own reason to stop. */
export const malformedCall = {
  finishReason: 'MALFORMED_FUNCTION_CALL',
  finishMessage: 'The arguments of a call are not a JSON object',
}

const argumentsOf = (call: Call): JsonObject | undefined => {
  if (call.custom === true) return { [freeText]: call.arguments }
  if (call.arguments.trim() === '') return {}
  const parsed = parseLenient(call.arguments)
  return isObject(parsed) ? parsed : undefined
}
