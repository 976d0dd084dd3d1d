import * as z from 'zod/mini'
import { quickRanges } from './list-range.ts'

/**
 * Search parameters are plain text in the address, so that links stay short and readable. These are the pieces a
 * page's search schema is made of; what does not parse counts as absent.
 */

export const textParameter = z.catch(z.optional(z.pipe(z.coerce.string(), z.string().check(z.minLength(1)))), undefined)

const integerParameter = z.catch(
  z.optional(z.pipe(z.coerce.string(), z.pipe(z.string().check(z.regex(/^-?\d{1,15}$/)), z.transform(Number)))),
  undefined,
)

/** A number above 0, as it is typed. */
export const digitsParameter = z.catch(
  z.optional(z.pipe(z.coerce.string(), z.string().check(z.regex(/^[1-9]\d{0,14}$/)))),
  undefined,
)

export const choiceParameter = <const Choice extends string>(choices: readonly [Choice, ...Choice[]]) =>
  z.catch(z.optional(z.enum(choices)), undefined)

/** `?edit` is there, whatever it is. */
export const presenceParameter = z.optional(
  z.pipe(
    z.unknown(),
    z.transform(() => true as const),
  ),
)

/** Of the page of a record: whether its form is open over it, and which page of its parts is shown. */
export const recordSearch = z.object({ edit: presenceParameter, changes: integerParameter, tokens: integerParameter })

/**
 * `peek` is the row that is looked into; with `live` the list is looked at again and again; `hidden` names the columns that
 * are not shown, of a view that was opened.
 */
export const tableParameters = {
  page: integerParameter,
  size: integerParameter,
  sort: textParameter,
  direction: choiceParameter(['asc', 'desc']),
  peek: textParameter,
  live: choiceParameter(['on']),
  hidden: textParameter,
}

/** The time that a list is narrowed to: by a name, or by moments in seconds. */
export const rangeParameters = {
  range: choiceParameter(quickRanges),
  start_timestamp: integerParameter,
  end_timestamp: integerParameter,
}

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export const stringifySearch = (search: Record<string, unknown>): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value))
  }
  return parameters.size > 0 ? `?${parameters}` : ''
}
