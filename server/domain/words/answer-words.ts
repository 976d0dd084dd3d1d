import { isObject, type JsonObject, parseLenient } from '#protocols/json/json.ts'
import type { Speaker } from './upstream-secrets.ts'
import { withoutSecrets } from './upstream-words.ts'

/**
 * Where an upstream says in an answer what went wrong, in any dialect: this is told without what it gives away of the
 * operator, with all that stands below. Everything else is the model's, the client's or a mark, and passes as it is.
 */
const complaints =
  /^(?:.*error|errors|err|error_.*|detail|details|warnings?|incomplete_details|status_details|stop_details|base_resp|promptFeedback|finishMessage)$/i
/** In most answers this is the name of the answer itself: it is a complaint where words stand in its place. */
const saysMessage = /^(?:message|msg)$/i

/** A value of an answer without what the upstream gives away in it; the very same one where it gives nothing away. */
export const answerWithoutSecrets = (speaker: Speaker, value: unknown): unknown => {
  const clean = (given: unknown, isComplaint: boolean): unknown => {
    if (typeof given === 'string') return isComplaint ? withoutSecrets(speaker, given) : given
    if (Array.isArray(given)) return cleanList(given, isComplaint)
    return isObject(given) ? cleanObject(given, isComplaint) : given
  }
  const cleanList = (list: readonly unknown[], isComplaint: boolean): readonly unknown[] => {
    const cleaned = list.map((item) => clean(item, isComplaint))
    return cleaned.every((item, index) => item === list[index]) ? list : cleaned
  }
  const cleanObject = (object: JsonObject, isComplaint: boolean): JsonObject => {
    let cleaned = object
    for (const [name, inner] of Object.entries(object)) {
      const isMessage = typeof inner === 'string' && saysMessage.test(name)
      const left = clean(inner, isComplaint || isMessage || complaints.test(name))
      if (left !== inner) cleaned = { ...cleaned, [name]: left }
    }
    return cleaned
  }
  // A text by itself is an error in the place of an answer.
  return clean(value, typeof value === 'string')
}

/** The same of JSON as text; undefined where it is none. */
export const jsonWithoutSecrets = (speaker: Speaker, text: string): string | undefined => {
  const value = parseLenient(text)
  if (value === undefined) return undefined
  const cleaned = answerWithoutSecrets(speaker, value)
  return cleaned === value ? text : JSON.stringify(cleaned)
}

/**
 * Whether it pays to take JSON apart. Within a text every quote stands behind a backslash, so what is found is no text's
 * own; and to look is much cheaper than to parse.
 */
export const mayComplain = (text: string): boolean => mayBeComplaint.test(text) || isBareText.test(text)

const mayBeComplaint =
  /(?:rror\w*|err|sg|arnings?|essage|_resp|eedback)"\s*:\s*(?!null|\{\s*"role")|etails?"\s*:\s*(?!null|\{\s*"\w+"\s*:\s*\d)/i
const isBareText = /^\s*"/
