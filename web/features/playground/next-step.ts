import type { ErrorCode } from '#contract/errors.ts'
import type { Answer, Parameters, Side } from './conversation.ts'
import { defaultParameters } from './conversation.ts'
import { parameterNames } from './request-body.ts'

/** What a person can do about an answer that failed. */
export type NextStep =
  | { kind: 'retry' }
  | { kind: 'without'; parameter: keyof Parameters }
  | { kind: 'model' }
  | { kind: 'wallet' }
  | { kind: 'tokens' }

const ofTokens: readonly ErrorCode[] = [
  'key_missing',
  'key_invalid',
  'key_expired',
  'key_exhausted',
  'key_disabled',
  'address_forbidden',
  'token_quota_insufficient',
]
const ofModels: readonly ErrorCode[] = [
  'model_missing',
  'model_unknown',
  'model_forbidden',
  'model_unpriced',
  'group_forbidden',
  'channel_none',
]

export const nextStepOf = ({ fault }: Answer, side: Side): NextStep => {
  const { code, message = '' } = fault ?? {}
  const isAmong = (codes: readonly ErrorCode[]) => codes.some((each) => each === code)
  if (code === 'quota_insufficient') return { kind: 'wallet' }
  if (isAmong(ofTokens)) return { kind: 'tokens' }
  if (isAmong(ofModels)) return { kind: 'model' }
  const refused = refusedParameter(message, side.parameters)
  return refused === undefined ? { kind: 'retry' } : { kind: 'without', parameter: refused }
}

/** Which of the parameters that were sent a refusal names: models differ in what they take. */
const refusedParameter = (message: string, chosen: Parameters): keyof Parameters | undefined =>
  Object.entries(parameterNames).find(
    ([member, name]) =>
      chosen[name] !== defaultParameters[name] && new RegExp(`(?<![\\w-])${member}(?![\\w-])`).test(message),
  )?.[1]
