import { ApplicationError } from '#contract/errors.ts'
import { textsOf } from '#protocols/texts.ts'
import type { Domain } from '../domain/domain.ts'
import type { Call } from './call.ts'

/** Refuses what holds a word that the operator does not let through. */
export const checkWords = (domain: Domain, call: Call): void => {
  if (isChecked(domain)) checkTexts(domain, textsOf(call.body()))
}

/** The same for a single text. */
export const checkText = (domain: Domain, text: string): void => {
  if (isChecked(domain)) checkTexts(domain, [text])
}

const isChecked = ({ options, sensitiveWords }: Domain): boolean =>
  sensitiveWords.any() && options.get('CheckSensitiveEnabled') && options.get('CheckSensitiveOnPromptEnabled')

const checkTexts = ({ sensitiveWords }: Domain, texts: readonly string[]): void => {
  if (sensitiveWords.find(texts) !== undefined) throw new ApplicationError('sensitive_words_detected')
}
