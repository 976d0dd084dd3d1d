import { useEffect } from 'react'
import { dialectReader } from '#contract/dialect-reader.ts'
import type { Envelope } from '#contract/endpoint.ts'
import { type ErrorValues, filled, reasonMessage, type Sentences } from '#contract/error-reasons.ts'
import { isServerLanguage, type Language } from '#contract/languages.ts'
import { errorFiles, reasonFiles } from '../locales/refusal-files.ts'
import { currentLanguage, useLanguage } from './i18n.ts'
import { createStore, useStore } from './store.ts'

/** How a language that the server does not speak says what was refused, and why (decision 0062). */
type RefusalWords = { errors: Sentences; reasons: Sentences; sayDialect(reason: string): string }

const wordsStore = createStore<ReadonlyMap<Language, RefusalWords>>(new Map())

const loadWords = async (language: Language): Promise<RefusalWords | undefined> => {
  const known = wordsStore.get().get(language)
  const [readErrors, readReasons] = [errorFiles[`./${language}/errors.ts`], reasonFiles[`./${language}/reasons.ts`]]
  if (known !== undefined || readErrors === undefined || readReasons === undefined) return known
  const [errors, reasons] = await Promise.all([readErrors(), readReasons()])
  const words = { errors, reasons, sayDialect: dialectReader(reasons) }
  wordsStore.set(new Map(wordsStore.get()).set(language, words))
  return words
}

type Refusal = Pick<Envelope<unknown>, 'code' | 'message' | 'values'>

/** The sentence of a refusal: the server's own where it speaks the language, or where the language has none for it. */
export const refusalText = async ({ code = '', message, values = {} }: Refusal): Promise<string> => {
  const language = currentLanguage()
  if (isServerLanguage(language)) return message
  const words = await loadWords(language)
  const sentence = words?.errors[code]
  if (words === undefined || sentence === undefined) return message
  if (values.reason === undefined) return filled(sentence, values, language)
  const reason = words.sayDialect(reasonIn(words, language, values))
  const whole = sentence.includes('{reason}')
    ? sentence
    : filled(words.reasons.reason_behind ?? '', { message: sentence }, language)
  return filled(whole, { ...values, reason }, language)
}

const reasonIn = ({ reasons }: RefusalWords, language: Language, values: ErrorValues): string => {
  const reason = String(values.reason)
  // Some are an upstream's words, which stand as they are.
  return Object.hasOwn(reasons, reason) ? filled(reasons[reason] ?? '', values, language) : reason
}

/** The sentence of a reason, for what is worded once and not as often as it is drawn. */
export const reasonTextOf = async (values: ErrorValues): Promise<string> => {
  const language = currentLanguage()
  if (isServerLanguage(language)) return reasonMessage(language, values)
  const words = await loadWords(language)
  return words ? reasonIn(words, language, values) : reasonMessage('en', values)
}

/** Says why a value is refused, by the name of the reason: in English until the words of the language have come. */
export const useReasonText = (): ((values: ErrorValues) => string) => {
  const language = useLanguage()
  const words = useStore(wordsStore).get(language)
  useEffect(() => void loadWords(language).catch(() => {}), [language])
  if (isServerLanguage(language)) return (values) => reasonMessage(language, values)
  return (values) => (words ? reasonIn(words, language, values) : reasonMessage('en', values))
}
