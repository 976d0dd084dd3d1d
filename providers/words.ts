/** What is said to people: in each language of the console, or plain where it is the same in all of them. */
export type Words = string | { en: string; zh: string }

/** What several vendors say. */
export const apiKey: Words = { en: 'API key', zh: 'API 密钥' }
export const anyText: Words = { en: 'any text', zh: '任意文本' }
export const apiVersion: Words = { en: 'API version', zh: 'API 版本' }

export const wordsIn = (language: 'en' | 'zh', words: Words): string =>
  typeof words === 'string' ? words : words[language]
