import { fieldOfError } from '#contract/error-fields.ts'
import type { ErrorValues } from '#contract/error-reasons.ts'
import { ApplicationError, type ErrorCode, errorMessage, errors } from '#contract/errors.ts'
import type { ServerLanguage } from '#contract/languages.ts'

export type ErrorAnswer = {
  status: number
  /**
   * `field` and `values`: which field it is about and what fills its sentence, for who says it in words of their own.
   * `time`: of a test of a channel, which is told also when it failed.
   */
  body: { success: false; message: string; code: ErrorCode; field?: string; values?: ErrorValues; time?: number }
  /** Whether the operator must hear of it. */
  unexpected: boolean
  /** Seconds, for who comes too often or too early. */
  retryAfter: number | undefined
  /** The methods that there are, for who came with another. */
  allow: string | undefined
}

/** The only place where the control plane turns an error into an answer. What we did not raise ourselves stays inside. */
export const errorAnswer = (error: unknown, language: ServerLanguage, requestId: string): ErrorAnswer => {
  const { code, values } = codeOf(error)
  const message = errorMessage(code, language, values)
  const field = fieldOfError(code, values)
  return {
    status: errors[code].status,
    body: {
      success: false,
      message: code === 'internal' ? `${message} (${requestId})` : message,
      code,
      ...(field === undefined ? {} : { field }),
      ...(Object.keys(values).length === 0 ? {} : { values }),
      ...(typeof values.time === 'number' ? { time: values.time } : {}),
    },
    unexpected: errors[code].status === 500,
    retryAfter: error instanceof ApplicationError && isLater(errors[code].status) ? error.retryAfterSeconds : undefined,
    allow: code === 'method_not_allowed' && typeof values.allowed === 'string' ? values.allowed : undefined,
  }
}

const isLater = (status: number): boolean => status === 429 || status === 503

const codeOf = (error: unknown): { code: ErrorCode; values: ErrorValues } => {
  if (error instanceof ApplicationError) return { code: error.code, values: error.values }
  return { code: frameworkCodes[frameworkCode(error)] ?? 'internal', values: {} }
}

const frameworkCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** What the HTTP framework finds wrong before a handler sees the call. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content_type_unsupported',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body_malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body_malformed',
}
