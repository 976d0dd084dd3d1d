import { ApplicationError } from '#contract/errors.ts'
import { isForm, readForm } from '#protocols/form.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import type { MemberNames } from '#protocols/json/member-names.ts'
import { memberNamesOf } from '#protocols/known-names.ts'
import { searchedTexts, textOfFile } from '#protocols/searched-texts.ts'
import type { Domain } from '../domain/domain.ts'
import type { Call } from './call.ts'

type Live = Pick<Domain, 'options' | 'sensitiveWords'>

/** Refuses what holds a word that the operator does not let through. */
export const checkWords = (domain: Live, call: Call): void => {
  if (!isChecked(domain)) return
  const texts = searchedTexts(call.body(), memberNamesOf(call.protocol))
  checkTexts(domain, isForm(call.contentType) ? [...texts, ...textsOfFiles(call)] : texts)
}

/** The same for a message of a session. */
export const checkWordsOf = (domain: Live, message: JsonObject, names: MemberNames): void => {
  if (isChecked(domain)) checkTexts(domain, searchedTexts(message, names))
}

/** The same where it is known which texts are read. */
export const checkWordsIn = (domain: Live, texts: readonly string[]): void => {
  if (isChecked(domain)) checkTexts(domain, texts)
}

const isChecked = ({ options, sensitiveWords }: Live): boolean =>
  sensitiveWords.any() && options.get('CheckSensitiveEnabled') && options.get('CheckSensitiveOnPromptEnabled')

const checkTexts = ({ sensitiveWords }: Live, texts: readonly string[]): void => {
  if (sensitiveWords.find(texts) !== undefined) throw new ApplicationError('sensitive_words_detected')
}

/** What files are called, and what they say where they are texts. */
const textsOfFiles = ({ bytes, contentType }: Call): string[] =>
  readForm(bytes, contentType).files.flatMap(({ fileName, start, end }) => {
    const text = textOfFile(bytes.subarray(start, end))
    return text === undefined ? [fileName] : [fileName, text]
  })
