/** The languages of the console: whoever asks in another one more does not compile until it has its words here. */
export type WordLanguage = 'en' | 'zh' | 'ja' | 'fr' | 'ru' | 'vi'

/** What is said to people: in each language of the console, or plain where it is the same in all of them. */
export type Words = string | Readonly<Record<WordLanguage, string>>

/** A vendor from China, whose name is written in Latin letters everywhere else. */
export const withChineseName = (latin: string, zh: string): Words => ({
  ...{ en: latin, ja: latin, fr: latin, ru: latin, vi: latin },
  zh,
})

/** What several vendors say. */
export const apiKey: Words = {
  en: 'API key',
  zh: 'API 密钥',
  ja: 'APIキー',
  fr: 'clé d’API',
  ru: 'API-ключ',
  vi: 'khóa API',
}
export const anyText: Words = {
  en: 'any text',
  zh: '任意文本',
  ja: '任意の文字列',
  fr: 'n’importe quel texte',
  ru: 'любой текст',
  vi: 'văn bản bất kỳ',
}
export const apiVersion: Words = {
  en: 'API version',
  zh: 'API 版本',
  ja: 'APIバージョン',
  fr: 'Version de l’API',
  ru: 'Версия API',
  vi: 'Phiên bản API',
}

export const wordsIn = (language: WordLanguage, words: Words): string =>
  typeof words === 'string' ? words : words[language]
