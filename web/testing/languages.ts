import { expect, it } from 'vitest'
import { type ServerLanguage, serverLanguages } from '#contract/languages.ts'
import { currentLanguage, loadArea, setLanguage } from '../lib/i18n.ts'
import { learnWordings } from './wordings.ts'

/**
 * A test whose messages are shown in each of the languages that the contract names: it is written in English, and `said`
 * knows the Chinese words.
 */
export const inEachLanguage = (title: string, test: () => Promise<unknown>): void =>
  it.each(serverLanguages)(`${title} (%s)`, async (language) => {
    await speak(language)
    await test()
    // What was looked for is worded in the language that is spoken at the time.
    expect(currentLanguage()).toBe(language)
  })

const speak = async (language: ServerLanguage) => {
  await learnWordings(['common'], language)
  await setLanguage(language)
  await loadArea('common')
}
