/** The forms that words have beside a number (CLDR), in the order in which a text names them. */
type PluralForms = readonly Intl.LDMLPluralRule[]
type LanguageRow = { name: string; locale: string; switchTo: string; plural: PluralForms }

/**
 * The languages of the console, the only list of them: each is a row here and a folder in `web/locales`. The first is
 * spoken where no other is asked for.
 */
export const languages = {
  en: { name: 'English', locale: 'en', switchTo: 'Switch to English', plural: ['one', 'other'] },
  zh: { name: '中文', locale: 'zh-CN', switchTo: '切换到中文', plural: ['other'] },
  ja: { name: '日本語', locale: 'ja', switchTo: '日本語に切り替え', plural: ['other'] },
  vi: { name: 'Tiếng Việt', locale: 'vi', switchTo: 'Chuyển sang tiếng Việt', plural: ['other'] },
  fr: { name: 'Français', locale: 'fr', switchTo: 'Passer au français', plural: ['one', 'many', 'other'] },
  ru: { name: 'Русский', locale: 'ru', switchTo: 'Перейти на русский', plural: ['one', 'few', 'many', 'other'] },
} as const satisfies Record<string, LanguageRow>

export type Language = keyof typeof languages

export type PluralOf<L extends Language> = (typeof languages)[L]['plural'][number]

export const languageCodes = Object.keys(languages) as Language[] // seam: the keys of a const object

export const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code)

/** The language of a tag such as `zh-TW`; undefined where the console does not speak it. */
export const languageOf = (tag: string): Language | undefined => {
  const [code = ''] = tag.trim().toLowerCase().split('-')
  return isLanguage(code) ? code : undefined
}

/** What the server refuses, and what it says to the clients of its API, is worded in these alone (decision 0062). */
export const serverLanguages = ['en', 'zh'] as const satisfies readonly Language[]

export type ServerLanguage = (typeof serverLanguages)[number]

export const isServerLanguage = (code: Language): code is ServerLanguage =>
  serverLanguages.some((spoken) => spoken === code)

/** The first of an `Accept-Language` header that the server speaks. */
export const readLanguage = (header: string | undefined): ServerLanguage =>
  spokenIn(header).find(isServerLanguage) ?? 'en'

/** The first of them that the console speaks: for what a reader gets from nobody but the server, such as a mail. */
export const readReaderLanguage = (header: string | undefined): Language => spokenIn(header)[0] ?? 'en'

const spokenIn = (header = ''): readonly Language[] =>
  header.split(',').flatMap((part) => languageOf(part.split(';')[0] ?? '') ?? [])
