import { hintWords } from '#contract/providers.ts'
import type { Text } from '../../../lib/i18n.ts'

/** How a key or the extra field looks, in the reader's language. */
export const providerHint = (hint: string | undefined, t: Text<'channels'>): string =>
  (hint ?? '').replace(/\{(\w+)\}/g, (whole, name: string) => {
    const word = hintWords.find((each) => each === name)
    return word === undefined ? whole : t(`hint.${word}`)
  })
