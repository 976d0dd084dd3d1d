import type * as z from 'zod/mini'
import { type ErrorValues, isReason } from './error-reasons.ts'

type Issue = z.core.$ZodIssue

/** What is wrong with a value, as a reason of error-reasons.ts: what would be right. A schema may name it itself. */
export const reasonOfIssue = (issue: Issue): ErrorValues & { reason: string } => {
  if (isReason(issue.message)) return { reason: issue.message }
  switch (issue.code) {
    case 'invalid_type':
      return { reason: reasonsOfTypes[issue.expected] ?? issue.message }
    case 'too_big':
      return { reason: boundOf(issue.origin, 'too_large', 'too_long', 'too_many'), limit: String(issue.maximum) }
    case 'too_small':
      return { reason: boundOf(issue.origin, 'too_small', 'too_short', 'too_few'), limit: String(issue.minimum) }
    case 'invalid_key': {
      const [inner] = issue.issues
      if (issue.path.at(-1) === '') return { reason: 'name_empty' }
      return inner === undefined ? { reason: 'name_refused' } : reasonOfIssue(inner)
    }
    case 'invalid_value':
      return choicesOf(issue.values)
    case 'invalid_union':
      return reasonOfUnion(issue.errors.flat())
    default:
      return { reason: issue.message }
  }
}

const reasonsOfTypes: Readonly<Record<string, string>> = {
  int: 'not_whole',
  number: 'not_number',
  boolean: 'not_flag',
  record: 'not_json_object',
  object: 'not_json_object',
  array: 'not_json_list',
  string: 'not_text',
}

const boundOf = (origin: string, ofNumber: string, ofText: string, ofList: string): string => {
  if (origin === 'string') return ofText
  return origin === 'array' ? ofList : ofNumber
}

/** Words for none are understood, and nobody is told to send them. */
const none = ['', 'undefined', 'null', '0', '1']

const choicesOf = (values: readonly unknown[]): ErrorValues & { reason: string } => {
  const choices = values.map(String)
  const said = choices.filter((choice) => !none.includes(choice))
  const told = said.length === 0 ? choices : said
  return { reason: 'not_one_of', choices: told.join(', '), count: told.length }
}

/** Of what can be one or the other, what says most. */
const reasonOfUnion = (inner: readonly Issue[]): ErrorValues & { reason: string } => {
  const told =
    inner.find(({ message }) => isReason(message)) ??
    inner.find(({ code }) => code !== 'invalid_type' && code !== 'invalid_value') ??
    inner.find(({ code }) => code === 'invalid_type') ??
    inner[0]
  return told === undefined ? { reason: 'required' } : reasonOfIssue(told)
}
