import { describe, expect, it } from 'vitest'
import { dialectSentences } from '#contract/dialect-reasons.ts'
import { reasons, type Sentences } from '#contract/error-reasons.ts'
import { errors } from '#contract/errors.ts'
import { isServerLanguage, languageCodes, languages, serverLanguages } from '#contract/languages.ts'
import { areaFiles } from './files.ts'
import { errorFiles, reasonFiles } from './refusal-files.ts'
import type { Messages } from './translation.ts'

/** A text is at most so much wider than the English one, where it is wider than a column or a button. */
const widest = 2.2
const narrow = 24

const areas = Object.keys(areaFiles).flatMap((path) => /^\.\/en\/(.*)\.ts$/.exec(path)?.[1] ?? [])
const english = await Promise.all(areas.map(async (area) => [area, await textsOf('en', area)] as const))

async function textsOf(language: string, area: string): Promise<Messages> {
  const load = areaFiles[`./${language}/${area}.ts`]
  if (!load) throw new Error(`${language} has no ${area}.ts`)
  return load()
}

const formsOf = (message: Messages[string] = ''): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message)

const blanksOf = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].toSorted().join(' ')

/** Letters of Asia are as wide as two others. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[⺀-꓏가-힣豈-﫿︰-﹏！-｠]/.test(letter) ? 2 : 1), 0)

const isFarWider = (text: string, width: number): boolean => widthOf(text) > narrow && widthOf(text) > widest * width

/** Of the forms that go with a number the longest is said. */
const said = (sentence: string): string =>
  sentence.replace(/\{\w+:([^}]*)\}/g, (_whole, forms: string) =>
    forms.split('|').reduce((longest, form) => (form.length > longest.length ? form : longest), ''),
  )

const others = languageCodes.filter((language) => language !== 'en')

it.each(languageCodes)('%s has the plural forms that its row names', (language) => {
  const { locale, plural } = languages[language]
  expect(plural.toSorted()).toEqual(new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted())
})

describe.each(others)('the texts of %s', (language) => {
  it('are in the files of English, and no other', () => {
    const own = [...Object.keys(areaFiles), ...Object.keys(errorFiles), ...Object.keys(reasonFiles)].filter((path) =>
      path.startsWith(`./${language}/`),
    )
    const further = isServerLanguage(language) ? [] : ['errors', 'reasons']
    expect(own.toSorted()).toEqual([...areas, ...further].map((area) => `./${language}/${area}.ts`).toSorted())
  })

  it('have the blanks of the English ones in each of their forms, and are not far wider', async () => {
    const faults: unknown[] = []
    for (const [area, texts] of english) {
      const own = await textsOf(language, area)
      for (const [key, message] of Object.entries(texts)) {
        const [source] = formsOf(message).toReversed()
        const width = Math.max(...formsOf(message).map(widthOf))
        for (const form of formsOf(own[key])) {
          if (blanksOf(form) !== blanksOf(source ?? '')) faults.push([area, key, form, source])
          if (isFarWider(form, width)) faults.push([area, key, form, source])
        }
      }
    }
    expect(faults).toEqual([])
  })
})

it.each(serverLanguages.filter((language) => language !== 'en'))('the server is not far wider in %s', (language) => {
  const worded = [...Object.entries(errors), ...Object.entries(reasons)]
  const dialects = language === 'zh' ? Object.entries(dialectSentences) : []
  const pairs = [...worded.map(([, texts]) => [texts.en, texts[language]] as const), ...dialects]
  expect(pairs.length).toBeGreaterThan(200)
  expect(pairs.filter(([source, text]) => isFarWider(said(text), widthOf(said(source))))).toEqual([])
})

describe.each(others.filter((language) => !isServerLanguage(language)))('the refusals of %s', (language) => {
  const faultsOf = (own: Sentences, source: Sentences) => {
    const missing = Object.keys(source).filter((name) => own[name] === undefined)
    const unknown = Object.keys(own).filter((name) => source[name] === undefined)
    const unlike = Object.entries(own).filter(([name, text]) => blanksOf(text) !== blanksOf(source[name] ?? text))
    const wide = Object.entries(own).filter(([name, text]) =>
      isFarWider(said(text), widthOf(said(source[name] ?? text))),
    )
    return { missing, unknown, unlike, wide }
  }
  const none = { missing: [], unknown: [], unlike: [], wide: [] }

  it('are those of the contract, with their blanks', async () => {
    const own = await errorFiles[`./${language}/errors.ts`]?.()
    const source = Object.fromEntries(Object.entries(errors).map(([code, { en }]) => [code, en]))
    expect(faultsOf(own ?? {}, source)).toEqual(none)
  })

  it('say every reason, by its name or as a dialect says it', async () => {
    const own = await reasonFiles[`./${language}/reasons.ts`]?.()
    const named = Object.fromEntries(Object.entries(reasons).map(([name, { en }]) => [name, en]))
    const dialects = Object.fromEntries(Object.keys(dialectSentences).map((sentence) => [sentence, sentence]))
    expect(faultsOf(own ?? {}, { ...named, ...dialects })).toEqual(none)
  })
})
