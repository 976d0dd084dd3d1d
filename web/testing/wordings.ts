import type { Language } from '#contract/languages.ts'
import { type Area, currentLanguage } from '../lib/i18n.ts'
import { areaFiles } from '../locales/files.ts'
import type { Messages } from '../locales/translation.ts'

type Form = { key: string; pattern: RegExp; names: readonly string[]; weight: number; chinese: string }

const known = new Map<Area, readonly Form[]>()
let inUse: readonly Area[] = []

/** Makes the texts of these areas known to `said`, and no others. */
export const learnWordings = async (wanted: readonly Area[], language: Language): Promise<void> => {
  inUse = wanted
  if (language === 'en') return
  for (const area of wanted) if (!known.has(area)) known.set(area, await readForms(area))
}

/** What an English text of the console is in the language under test: the text itself when that is English. */
export const said = (english: string): string => {
  const [wording, ...others] = wordingsOf(english)
  if (wording === undefined) throw new Error(`no text of ${inUse.join(', ')} says "${english}"`)
  if (others.length > 0) throw new Error(`"${english}" may be: ${[wording, ...others].join(' | ')}`)
  return wording
}

/**
 * All that an English text may be in the language under test, filled with its values: the same words may belong to
 * several keys. Of the texts it fits, those count that leave the least to values.
 */
export const wordingsOf = (english: string): readonly string[] => {
  if (currentLanguage() === 'en') return [english]
  const whole = formsOf(english).flatMap((form) => fillForm(form, english))
  return whole.length > 0 ? [...new Set(whole)] : wordingsOfParts(english)
}

/** Lines, and a label with what it belongs to, are put together by a page; at least one part is a text. */
const wordingsOfParts = (english: string): readonly string[] => {
  const separator = ['\n', ': '].find((each) => english.includes(each))
  const parts = separator === undefined ? [] : english.split(separator)
  if (!parts.some((part) => wordingsOf(part).length > 0)) return []
  return combine(parts.map(valueIn)).map((each) => each.join(separator))
}

const formsOf = (english: string): readonly Form[] => {
  const fitting = inUse.flatMap((area) => (known.get(area) ?? []).filter(({ pattern }) => pattern.test(english)))
  const weight = Math.max(...fitting.map((form) => form.weight))
  return fitting.filter((form) => form.weight === weight)
}

const fillForm = ({ key, pattern, names, chinese }: Form, english: string): readonly string[] => {
  const missing = names.filter((name) => !chinese.includes(`{${name}}`))
  if (missing.length > 0) throw new Error(`${key} does not say ${missing.join(', ')} in Chinese: ${chinese}`)
  const [, ...found] = pattern.exec(english) ?? []
  return combine(found.map(valueIn)).map((values) =>
    chinese.replaceAll(/\{(\w+)\}/g, (brace, name: string) => values[names.indexOf(name)] ?? brace),
  )
}

/** A value may be a text itself, such as a fault in front of its place, a length of time, or it is sample data. */
const valueIn = (value: string): readonly string[] => {
  const wordings = wordingsOf(value)
  return wordings.length > 0 ? wordings : [value.replace(/^([\d.,]+) s$/, '$1 秒')]
}

const combine = (choices: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  choices.reduce<readonly (readonly string[])[]>(
    (rows, choice) => rows.flatMap((row) => choice.map((each) => [...row, each])),
    [[]],
  )

const readForms = async (area: Area): Promise<readonly Form[]> => {
  const [english, chinese] = [await readTexts('en', area), await readTexts('zh', area)]
  return Object.entries(english).flatMap(([key, message]) => {
    const translated = chinese[key]
    if (translated === undefined) throw new Error(`${area}.${key} is not said in Chinese`)
    // Chinese has one plural form.
    const form = typeof translated === 'string' ? translated : translated.other
    return [...new Set(typeof message === 'string' ? [message] : Object.values(message))].flatMap((text) =>
      text === '' ? [] : [makeForm(`${area}.${key}`, text, form)],
    )
  })
}

const readTexts = async (language: Language, area: Area): Promise<Messages> =>
  (await areaFiles[`./${language}/${area}.ts`]?.()) ?? {}

const makeForm = (key: string, english: string, chinese: string): Form => {
  const literals = english.split(/\{\w+\}/)
  const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const pattern = new RegExp(`^${literals.map(literally).join('(.+?)')}$`)
  return { key, pattern, names, weight: literals.join('').length, chinese }
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
