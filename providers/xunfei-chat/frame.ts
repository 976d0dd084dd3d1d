import { tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import type { UpstreamProblem } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, textAt } from '#protocols/json/json.ts'

/** The header's code is zero, and its status tells whether more comes. */
export const isLastFrame = (frame: JsonObject): boolean => {
  const header = objectAt(frame, 'header')
  return header?.status === 2 || problemOf(frame) !== undefined
}

export const problemOf = (frame: JsonObject): UpstreamProblem | undefined => {
  const header = objectAt(frame, 'header')
  const code = header?.code
  if (typeof code !== 'number' || code === 0) return undefined
  return {
    message: textAt(header, 'message') ?? `the upstream refused with code ${code}`,
    type: typeOf(code),
    code,
    parameter: undefined,
  }
}

/** The pieces of text of a frame; there is one in nearly all of them. */
export const textsOf = (frame: JsonObject): JsonObject[] => {
  const text = objectAt(objectAt(frame, 'payload'), 'choices')?.text
  return Array.isArray(text) ? text.filter(isObject) : []
}

export const usageOfFrame = (frame: JsonObject): Usage | undefined => {
  const told = objectAt(objectAt(objectAt(frame, 'payload'), 'usage'), 'text')
  const input = tokenCount(told?.prompt_tokens)
  const output = tokenCount(told?.completion_tokens)
  return input + output === 0 ? undefined : usageOf({ input, output })
}

const typeOf = (code: number): string => {
  switch (code) {
    case 10013:
    case 10014:
    case 10019:
    case 10907:
    case 10163:
      return 'invalid_request_error'
    case 11200:
      return 'insufficient_quota'
    case 11201:
    case 11202:
    case 11203:
      return 'rate_limit_error'
    default:
      return 'xunfei_error'
  }
}
