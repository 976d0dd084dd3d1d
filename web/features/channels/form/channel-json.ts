import * as z from 'zod/mini'
import { jsonFault } from '#contract/json-fault.ts'
import type { Text } from '../../../lib/i18n.ts'

/** What is wrong with the text of a JSON object, which may be empty, and where it stops being JSON. */
export const objectFault = (
  text: string,
  shape: z.ZodMiniType,
  words: { wrong: string; shape: string },
  t: Text<'channels'>,
): string | undefined => {
  if (text.trim() === '') return undefined
  const place = jsonFault(text)
  if (place !== undefined) return faultAt(t, words.wrong, place)
  return z.safeParse(shape, JSON.parse(text)).success ? undefined : words.shape
}

/** Plain text, unless it begins like an object. */
export const mixedFault = (text: string, t: Text<'channels'>): string | undefined => {
  const place = text.trim().startsWith('{') ? jsonFault(text) : undefined
  return place === undefined ? undefined : faultAt(t, t('otherWrong'), place)
}

const faultAt = (t: Text<'channels'>, fault: string, place: string): string => {
  const [line = '', column = ''] = place.split(':')
  return t('jsonAt', { fault, line, column })
}
