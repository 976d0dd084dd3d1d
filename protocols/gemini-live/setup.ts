import { ProtocolError } from '../failure.ts'
import { member, objectIn, snakeCase, textMember, withoutUndefined } from '../gemini-generate/fields.ts'
import { isObject, type JsonObject, parseLenient } from '../json/json.ts'
import type { LiveTokenWish } from '../realtime.ts'

export const readSetup = (message: JsonObject): JsonObject => {
  const setup = objectIn(message, 'setup')
  if (setup === undefined) throw new ProtocolError('setup', 'must be the first message of a session')
  return setup
}

/** A model may be named with the project and the place that it stands at, which are the upstream's to know. */
export const modelOf = (setup: JsonObject): string =>
  (textMember(setup, 'model', 'setup') ?? '').replace(/^(?:.*\/)?models\//, '')

export const writeSetup = (setup: JsonObject, model: string): Buffer =>
  Buffer.from(JSON.stringify({ setup: { ...setup, model } }))

export const isReady = (bytes: Buffer): boolean => {
  const message = parseLenient(bytes.toString('utf8'))
  return isObject(message) && isObject(member(message, 'setupComplete'))
}

const handleOf = (setup: JsonObject): unknown => {
  const resumption = objectIn(setup, 'sessionResumption')
  return resumption === undefined ? undefined : member(resumption, 'handle')
}

export const resumes = (setup: JsonObject): boolean => {
  const handle = handleOf(setup)
  return handle !== undefined && handle !== ''
}

/**
 * Without a mask the key's setup is all that counts, and with one its members that the mask names, there or not. Which
 * session is gone on with only the client can know: it may say so wherever the key lets sessions be gone on with.
 */
export const setupFor = (setup: JsonObject, { setup: own, mask }: LiveTokenWish): JsonObject => {
  if (mask.length === 0) return own === undefined ? setup : withHandle(own, setup)
  const held = mask.reduce((rest, path) => overwritten(rest, own ?? {}, path.split('.')), setup)
  return withHandle(held, setup)
}

const withHandle = (held: JsonObject, setup: JsonObject): JsonObject => {
  const resumption = objectIn(held, 'sessionResumption')
  const handle = handleOf(setup)
  if (resumption === undefined || handle === undefined) return held
  return set(held, 'sessionResumption', { ...resumption, handle })
}

const overwritten = (setup: JsonObject, own: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject => {
  if (rest.length === 0) return set(setup, name, member(own, name))
  const below = overwritten(objectIn(setup, name) ?? {}, objectIn(own, name) ?? {}, rest)
  return set(setup, name, Object.keys(below).length === 0 ? undefined : below)
}

/** Under the one name, so that none stands there in its other spelling. */
const set = (object: JsonObject, name: string, value: unknown): JsonObject => {
  const { [name]: _, [snakeCase(name)]: __, ...others } = object
  return withoutUndefined({ ...others, [name]: value })
}
