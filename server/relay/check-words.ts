import { ApplicationError } from '#contract/errors.ts'
import { textsOf } from '#protocols/texts.ts'
import type { Domain } from '../domain/domain.ts'
import type { Call } from './call.ts'

/** Refuses what holds a word that the operator does not let through. */
export const checkWords = ({ options, sensitiveWords }: Domain, call: Call): void => {
  if (!options.get('CheckSensitiveEnabled') || !options.get('CheckSensitiveOnPromptEnabled')) return
  if (sensitiveWords.find(textsOf(call.body)) !== undefined) throw new ApplicationError('sensitive_words_detected')
}
