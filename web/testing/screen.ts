import { getQueriesForElement, type Matcher, queries } from '@testing-library/react'
import { currentLanguage } from '../lib/i18n.ts'
import { wasAnswered } from './answer-calls.ts'
import { wordingsOf } from './wordings.ts'

type Query = (container: HTMLElement, matcher: Matcher, options?: { name?: Matcher }, ...rest: unknown[]) => unknown

/** What a query looks for in the language under test, when the test names it in English. */
const inLanguage = (matcher: Matcher): Matcher => {
  if (typeof matcher === 'string') return currentLanguage() === 'en' ? inOneLine(matcher) : ofText(matcher)
  return matcher instanceof RegExp && currentLanguage() !== 'en' ? ofBeginning(matcher) : matcher
}

/** Texts are compared without their line breaks. */
const inOneLine = (text: string) => text.replaceAll('\n', ' ')

/** A text of the console in its other words; what is no such text must be what the server answered. */
const ofText = (text: string): Matcher => {
  if (/\p{Script=Han}/u.test(text)) return inOneLine(text)
  const wordings = wordingsOf(text).map(inOneLine)
  if (wordings.length > 0)
    return Object.assign((content: string) => wordings.includes(content), { toString: () => wordings.join(' | ') })
  const isAnswered = () => !/\p{L}{2}/u.test(text) || wasAnswered(text.replace(/^[^\p{L}\d]+/u, ''))
  return Object.assign((content: string) => content === inOneLine(text) && isAnswered(), {
    toString: () => `${text} (no text of the console, and nothing that the server answered)`,
  })
}

/** `/^Name/` finds the label of a field, or its star too when that is asked for; other patterns are of one language. */
const ofBeginning = ({ source }: RegExp): Matcher => {
  const [, beginning, star = ''] = /^\^([\p{L}\d ]+?)( \\\*)?$/u.exec(source) ?? []
  const wordings = beginning === undefined ? [] : wordingsOf(beginning)
  if (wordings.length === 0) throw new Error(`/${source}/ cannot be said in every language`)
  return (content: string) => wordings.some((wording) => content.startsWith(star === '' ? wording : `${wording} *`))
}

const asks = (name: string, query: Query): Query =>
  name.endsWith('ByDisplayValue')
    ? query
    : (container, matcher, options, ...rest) =>
        name.endsWith('ByRole')
          ? query(
              container,
              matcher,
              options?.name === undefined ? options : { ...options, name: inLanguage(options.name) },
              ...rest,
            )
          : query(container, inLanguage(matcher), options, ...rest)

const worded = Object.fromEntries(
  Object.entries(queries).map(([name, query]) => [name, asks(name, query as Query)]), // seam: all take a matcher second
) as typeof queries // seam: each has the shape of the one it asks

/** As those of the testing library, in the language under test: the test names every text in English. */
export const within = (element: HTMLElement) => getQueriesForElement(element, worded)
export const screen = within(document.body)
