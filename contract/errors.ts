import { dialectReason } from './dialect-reasons.ts'
import type { ErrorEntry } from './error-entry.ts'
import { type ErrorValues, filled, reasonMessage, reasonSentence } from './error-reasons.ts'
import { accessErrors } from './errors-of-access.ts'
import { relayErrors } from './errors-of-relay.ts'
import { resourceErrors } from './errors-of-resources.ts'
import type { ServerLanguage } from './languages.ts'

/**
 * Every error we raise, one table in three files: the status it is answered with and its sentence in both languages. A
 * status of 200 is a business refusal: the call was understood and declined, and the wrapper says `success: false`.
 */
export const errors = { ...accessErrors, ...resourceErrors, ...relayErrors } as const

export type ErrorCode = keyof typeof errors

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

export const errorMessage = (code: ErrorCode, language: ServerLanguage, values: ErrorValues = {}): string => {
  const entry: ErrorEntry = errors[code]
  if (!('reason' in values)) return filled(entry[language], values, language)
  const whole = entry.reasonBehind
    ? filled(reasonSentence(language, 'reason_behind'), { message: entry[language] }, language)
    : entry[language]
  const reason = entry.ofDialect ? dialectReason(language, String(values.reason)) : reasonMessage(language, values)
  return filled(whole, { ...values, reason }, language)
}

/** Throw it anywhere; app.ts and the dialects are the only places that render it. */
export class ApplicationError extends Error {
  override readonly name = 'ApplicationError'
  readonly code: ErrorCode
  readonly values: ErrorValues

  constructor(code: ErrorCode, values: ErrorValues = {}, cause?: unknown) {
    super(errorMessage(code, 'en', values), cause === undefined ? undefined : { cause })
    this.code = code
    this.values = values
  }

  get status(): number {
    return errors[this.code].status
  }

  /** When it is worth asking again: a storage that is away is seldom so for long. */
  get retryAfterSeconds(): number | undefined {
    const { seconds } = this.values
    if (typeof seconds === 'number') return seconds
    return this.code === 'storage_unavailable' ? 2 : undefined
  }
}
