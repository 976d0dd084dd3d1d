import { expect, it, onTestFinished } from 'vitest'
import { type Language, languageCodes } from '#contract/languages.ts'
import { currentLanguage, loadArea, setLanguage } from '../lib/i18n.ts'
import { learnWordings } from './wordings.ts'

/** A test whose messages are shown in every language: it is written in English, and `said` knows the other words. */
export const inEachLanguage = (title: string, test: () => Promise<unknown>): void =>
  it.each(languageCodes)(`${title} (%s)`, async (language) => {
    await speak(language)
    onTestFinished(() => speak('en'))
    await test()
    // What was looked for is worded in the language that is spoken at the time.
    expect(currentLanguage()).toBe(language)
  })

const speak = async (language: Language) => {
  await learnWordings(['common'], language)
  await setLanguage(language)
  await loadArea('common')
}
