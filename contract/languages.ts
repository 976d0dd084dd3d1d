/** The languages that server and console speak: the only list of them. The first is spoken where no other is asked for. */
export const languages = {
  en: { name: 'English', locale: 'en', switchTo: 'Switch to English' },
  zh: { name: '中文', locale: 'zh-CN', switchTo: '切换到中文' },
} as const

export type Language = keyof typeof languages

export const languageCodes = Object.keys(languages) as Language[] // seam: the keys of a const object

/** The language of a tag such as `zh-TW`; undefined where we do not speak it. */
export const languageOf = (tag: string): Language | undefined =>
  languageCodes.find((code) => tag.trim().toLowerCase().split('-')[0] === code)

/** The first of an `Accept-Language` header that we speak. */
export const readLanguage = (header: string | undefined): Language =>
  (header ?? '').split(',').flatMap((part) => languageOf(part.split(';')[0] ?? '') ?? [])[0] ?? 'en'
