import { ProtocolError } from './failure.ts'
import { isFormBody, setFormField } from './form.ts'
import type { JsonObject } from './json/json.ts'
import { setMembers } from './json/json-edit.ts'
import type { Protocol, RequestOutline } from './protocol.ts'

/** For dialects whose requests pass through with nothing changed but the model's name, as JSON or as a form. */
export const amendModel = (
  bytes: Buffer,
  _body: JsonObject,
  outline: RequestOutline,
  upstreamModel: string,
): Buffer => {
  if (upstreamModel === outline.model) return bytes
  return isFormBody(bytes) ? setFormField(bytes, 'model', upstreamModel) : setMembers(bytes, { model: upstreamModel })
}

export const modelOf = (body: JsonObject): string => {
  const { model } = body
  if (typeof model !== 'string' || model === '') throw new ProtocolError('model', 'must be a non-empty string')
  return model
}

/** A flag of JSON, or its text in a form. */
export const flagOf = (body: JsonObject, key: string): boolean => {
  const value = body[key]
  if (value === undefined || value === null) return false
  if (typeof value === 'boolean') return value
  if (value === 'true' || value === 'True' || value === '1') return true
  if (value === 'false' || value === 'False' || value === '0' || value === '') return false
  throw new ProtocolError(key, 'must be a boolean')
}

/** An outline of what is neither streamed nor written in tokens unless said otherwise. */
export const plainOutline = (model: string, fields: Partial<RequestOutline>): RequestOutline => ({
  model,
  stream: false,
  maximumOutput: undefined,
  choices: 1,
  promptEstimate: 0,
  wantsUsage: true,
  ...fields,
})

const refuse = (): never => {
  throw new TypeError('no upstream is spoken to in this dialect')
}

/** For dialects that clients alone speak: nothing of theirs passes through, all of it is read and written anew. */
export const neverPassed = {
  amend: refuse,
  reply: { usage: refuse },
  stream: { tap: refuse },
} satisfies Pick<Protocol, 'reply' | 'stream'> & Pick<Protocol['request'], 'amend'>
