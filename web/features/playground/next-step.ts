import type { ErrorCode } from '#contract/errors.ts'
import type { Answer, Parameters, Payer, Side } from './conversation.ts'
import { defaultParameters } from './conversation.ts'
import { parameterNames } from './request-body.ts'

/** What a person can do about an answer that failed. */
export type NextStep =
  | { kind: 'retry' }
  | { kind: 'without'; parameter: keyof Parameters }
  | { kind: 'model' }
  | { kind: 'wallet' }
  | { kind: 'tokens' }

/** Several refusals have one code between them on the wire, which is the dialect's own. */
const ofCredit = 'insufficient_quota'
const ofTokens: readonly (ErrorCode | 'invalid_api_key')[] = [
  'invalid_api_key',
  'key_expired',
  'key_disabled',
  'address_forbidden',
]
const ofModels: readonly (ErrorCode | 'model_not_found')[] = [
  'model_not_found',
  'model_missing',
  'model_forbidden',
  'model_unpriced',
  'group_forbidden',
  'channel_none',
]

export const nextStepOf = ({ fault }: Answer, side: Side, paidBy: Payer['kind']): NextStep => {
  const { code, message = '' } = fault ?? {}
  const isAmong = (codes: readonly string[]) => code !== undefined && codes.includes(code)
  // What a token may spend is raised where tokens are.
  if (code === ofCredit) return { kind: paidBy === 'token' ? 'tokens' : 'wallet' }
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
