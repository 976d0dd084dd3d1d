import type { UpstreamProblem } from '#protocols/failure.ts'
import { objectAt, textAt } from '#protocols/json/json.ts'

/** What an answer of status 200 refuses; undefined where it does not. */
export const problemInAnswer = (answer: unknown): UpstreamProblem | undefined => {
  const told = objectAt(answer, 'base_resp')
  const code = told?.status_code
  if (typeof code !== 'number' || code === 0) return undefined
  const message = textAt(told, 'status_msg') ?? `the upstream refused with code ${code}`
  return { message, type: types[code] ?? 'minimax_error', code: String(code), parameter: undefined }
}

const types: Readonly<Record<number, string>> = {
  1002: 'rate_limit_error',
  1039: 'rate_limit_error',
  1004: 'authentication_error',
  2049: 'authentication_error',
  1008: 'insufficient_quota',
  1026: 'invalid_request_error',
  1027: 'invalid_request_error',
  2013: 'invalid_request_error',
}
