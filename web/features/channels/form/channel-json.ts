import * as z from 'zod/mini'
import { jsonFault } from '#contract/json-fault.ts'
import type { Text } from '../../../lib/i18n.ts'

/** A field of JSON text, or of nothing: what is wrong with it, and where it stops being JSON. */
export const jsonField = (t: Text<'channels'>, schema: z.ZodMiniType, words: { wrong: string; shape: string }) =>
  z.string().check(
    z.refine((text) => text.trim() === '' || jsonFault(text) === undefined, {
      error: ({ input }) => faultAt(t, words.wrong, String(input)),
      abort: true,
    }),
    z.refine((text) => text.trim() === '' || z.safeParse(schema, JSON.parse(text)).success, words.shape),
  )

/** Plain text, unless it begins like an object. */
export const mixedField = (t: Text<'channels'>) =>
  z.string().check(
    z.refine((text) => !text.trim().startsWith('{') || jsonFault(text) === undefined, {
      error: ({ input }) => faultAt(t, t('otherWrong'), String(input)),
    }),
  )

const faultAt = (t: Text<'channels'>, fault: string, text: string): string => {
  const [line = '', column = ''] = jsonFault(text)?.split(':') ?? []
  return t('jsonAt', { fault, line, column })
}
