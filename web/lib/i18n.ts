import { type Language, languageOf, languages } from '#contract/languages.ts'
import type { Areas } from '../locales/areas.ts'
import { areaFiles } from '../locales/files.ts'
import type { Messages, PluralText } from '../locales/translation.ts'
import { once } from './once.ts'
import { languagePreference } from './preferences.ts'
import { createStore, useStore } from './store.ts'

export type Area = keyof Areas

type MessagesOf<A extends Area> = Areas[A]
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type NamesOf<M> = M extends { one: infer One; other: infer Other } ? Names<One> | Names<Other> | 'count' : Names<M>
type Values<M> = [NamesOf<M>] extends [never] ? [] : [values: Record<NamesOf<M>, string | number>]
type KeyOf<A extends Area> = keyof MessagesOf<A> | keyof MessagesOf<'common'>
type MessageOf<A extends Area, Key> = Key extends keyof MessagesOf<A>
  ? MessagesOf<A>[Key]
  : Key extends keyof MessagesOf<'common'>
    ? MessagesOf<'common'>[Key]
    : never

/** Gives the text of a key; the values it needs are read from the English text by the compiler. */
export type Text<A extends Area = 'common'> = <Key extends KeyOf<A>>(
  key: Key,
  ...values: Values<MessageOf<A, Key>>
) => string

/** Keys whose text needs no values. */
export type WordKey<A extends Area> = {
  [Key in KeyOf<A>]: Values<MessageOf<A, Key>> extends [] ? Key : never
}[KeyOf<A>] &
  string

/** The text of such a key where the area is not known to the compiler. */
export const wordOf = <A extends Area>(t: Text<A>, key: WordKey<A>): string =>
  // seam: the key was checked to need no values
  (t as unknown as (key: WordKey<A>) => string)(key)

/** What any area's text function can say: the parameter type of helpers that need only common words. */
export type CommonKey = keyof MessagesOf<'common'>

/** The first that the browser wants and we speak. */
const wantedLanguage = (): Language => navigator.languages.flatMap((tag) => languageOf(tag) ?? [])[0] ?? 'en'

const languageStore = createStore<Language>(languagePreference.get() ?? wantedLanguage())
const loaded = new Map<string, Messages>()
const loading = new Map<string, Promise<void>>()
const inUse = new Set<Area>()
const texts = new Map<string, unknown>()

export const currentLanguage = (): Language => languageStore.get()

export const useLanguage = (): Language => useStore(languageStore)

/** The text function of a page; it waits for the area's chunk when the route has not loaded it already. */
export const useText = <A extends Area = 'common'>(area?: A): Text<A> => {
  const language = useStore(languageStore)
  const wanted = area ?? 'common'
  const isHere = loaded.has(nameOf(language, wanted)) && loaded.has(nameOf(language, 'common'))
  // Not by `use`: whoever waited by it has to ask by it again, and here nobody asks for what has come.
  if (!isHere) throw Promise.all([loadArea(wanted, language), loadArea('common', language)])
  return textOf<A>(wanted, language)
}

/** Outside components, for words that are always loaded. */
export const commonText: Text = (key, ...values) => textOf<'common'>('common', languageStore.get())(key, ...values)

export const loadArea = (area: Area, language = languageStore.get()): Promise<void> => {
  const name = nameOf(language, area)
  let promise = loading.get(name)
  if (!promise) {
    inUse.add(area)
    promise = readTexts(name).then((messages) => void loaded.set(name, messages))
    promise.catch(() => loading.delete(name))
    loading.set(name, promise)
  }
  return promise
}

/** Code that is drawn once its texts are here as well. */
export const withTexts = async <Module>(area: Area, code: Promise<Module>): Promise<Module> => {
  await loadArea(area)
  return code
}

const readTexts = async (name: string): Promise<Messages> => {
  const load = areaFiles[`./${name}.ts`]
  if (!load) throw new Error(`There is no web/locales/${name}.ts`)
  return load()
}

let asked = 0
let coming: Language | undefined

/** That which was asked for last, until its texts are there. */
export const comingLanguage = (): Language | undefined => coming

/**
 * Loads every area in use before it switches, those asked for meanwhile too, so that no text is missing for a moment. The
 * language that was asked for last is spoken, whichever comes last.
 */
export const setLanguage = async (language: Language): Promise<void> => {
  asked += 1
  const turn = asked
  coming = language
  try {
    await loadAreasInUse(language)
  } finally {
    if (turn === asked) coming = undefined
  }
  if (turn !== asked) return
  languageStore.set(language)
  languagePreference.set(language)
  markDocument()
}

const loadAreasInUse = async (language: Language): Promise<void> => {
  const missing = () => [...inUse].filter((area) => !loaded.has(nameOf(language, area)))
  while (missing().length > 0) await Promise.all(missing().map((area) => loadArea(area, language)))
}

/** What is chosen in another tab is chosen for all. */
languagePreference.subscribe(() => {
  const chosen = languagePreference.get()
  if (chosen !== null && chosen !== languageStore.get()) void setLanguage(chosen)
})

/** The text function of a language, whichever is spoken. */
export const textIn = async <A extends Area>(area: A, language: Language): Promise<Text<A>> => {
  await loadArea(area, language)
  return textOf<A>(area, language)
}

/** Loads the words every page needs. */
export const startLanguage = async (): Promise<void> => {
  markDocument()
  await loadArea('common')
}

const nameOf = (language: Language, area: Area) => `${language}/${area}`

const markDocument = () => {
  document.documentElement.lang = languages[languageStore.get()].locale
}

/** One function per language and area, so that memoised columns keep their identity. */
function textOf<A extends Area>(area: A | 'common', language: Language): Text<A> {
  const name = nameOf(language, area)
  const known = texts.get(name)
  if (known) return known as Text<A> // seam: the map is keyed by what the type depends on
  const { locale } = languages[language]
  const plural = once(() => new Intl.PluralRules(locale))
  const number = once(() => new Intl.NumberFormat(locale))
  const text = (key: string, values?: Record<string, string | number>): string => {
    const message = loaded.get(name)?.[key] ?? loaded.get(nameOf(language, 'common'))?.[key] ?? key
    const form = typeof message === 'string' ? message : formOf(message, plural, values)
    return values ? fill(form, values, number) : form
  }
  texts.set(name, text)
  return text as Text<A> // seam: checked by the signature, looked up by name
}

const formOf = (
  message: PluralText,
  plural: () => Intl.PluralRules,
  values?: Record<string, string | number>,
): string => message[plural().select(Number(values?.count ?? 0))] ?? message.other

/** Numbers stand in a text as its language writes them; what only names a thing is given as text. */
const fill = (text: string, values: Record<string, string | number>, number: () => Intl.NumberFormat) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole
    return typeof value === 'number' ? number().format(value) : value
  })
