import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorValues } from '#contract/error-reasons.ts'
import { ApplicationError } from '#contract/errors.ts'
import { reasonOfIssue } from '#contract/issue-reasons.ts'

/** Parses one part of a call; the first fault is told with its field and the reason. */
export const parseInput = <Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  { strict, missing }: Pick<Endpoint, 'strict' | 'missing'> = {},
): z.output<Schema> => {
  const nulPath = pathOfNul(value, [])
  if (nulPath !== undefined) {
    throw new ApplicationError('input_invalid', { field: nulPath.join('.') || 'body', reason: 'not_plain' })
  }
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const fault = describe(issue, value)
  if (strict && issue?.code === 'invalid_type') throw new ApplicationError('body_mistyped', fault)
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
  if (issue === undefined) return { field: 'body', reason: 'required' }
  const field = issue.path.map(String).join('.') || 'body'
  return { field, ...reasonOf(issue, valueAt(value, issue.path)) }
}

const reasonOf = (issue: Issue, found: unknown): ErrorValues => {
  const isMissing = found === undefined || found === null
  const isEmpty = issue.code === 'too_small' && typeof found === 'string' && found.trim() === ''
  return isMissing || isEmpty ? { reason: 'required' } : reasonOfIssue(issue)
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (inner !== null && typeof inner === 'object' ? Reflect.get(inner, key) : undefined),
    value,
  )
