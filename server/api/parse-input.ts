import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ErrorValues, isReason } from '#contract/error-reasons.ts'
import { ApplicationError } from '#contract/errors.ts'

/** Parses one part of a call; the first fault is told with its field and the reason. */
export const parseInput = <Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  { strict, missing }: Pick<Endpoint, 'strict' | 'missing'> = {},
): z.output<Schema> => {
  const nulPath = pathOfNul(value, [])
  if (nulPath !== undefined) {
    throw new ApplicationError('input_invalid', { field: nulPath.join('.') || 'body', reason: 'wrong_format' })
  }
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (strict && issue?.code === 'invalid_type') throw new ApplicationError('body_malformed')
  const fault = describe(issue, value)
  const code = fault.reason === 'required' ? missing?.[String(fault.field)] : undefined
  throw code === undefined
    ? new ApplicationError('input_invalid', fault)
    : new ApplicationError(code, { field: fault.field ?? '' })
}

/** Where a text holds a NUL, which not every database can keep. */
const pathOfNul = (value: unknown, path: readonly string[]): readonly string[] | undefined => {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const found = pathOfNul(inner, [...path, name])
    if (found !== undefined) return found
  }
  return undefined
}

type Issue = z.core.$ZodIssue

const describe = (issue: Issue | undefined, value: unknown): ErrorValues => {
  if (issue === undefined) return { field: '', reason: 'wrong_format' }
  const field = issue.path.map(String).join('.') || 'body'
  return { field, ...reasonOf(issue, valueAt(value, issue.path)) }
}

const reasonOf = (issue: Issue, found: unknown): ErrorValues => {
  if (found === undefined || found === null) return { reason: 'required' }
  // A schema may name the reason itself.
  if (isReason(issue.message)) return { reason: issue.message }
  switch (issue.code) {
    case 'invalid_type':
      return { reason: 'wrong_type', expected: issue.expected }
    case 'too_big':
      return { reason: typeof found === 'number' ? 'too_large' : 'too_long', limit: String(issue.maximum) }
    case 'too_small':
      if (typeof found === 'string' && found.trim() === '') return { reason: 'required' }
      return { reason: typeof found === 'number' ? 'too_small' : 'too_short', limit: String(issue.minimum) }
    case 'invalid_value':
    case 'invalid_union':
    case 'unrecognized_keys':
      return { reason: 'not_allowed' }
    default:
      return { reason: 'wrong_format' }
  }
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (inner !== null && typeof inner === 'object' ? Reflect.get(inner, key) : undefined),
    value,
  )
