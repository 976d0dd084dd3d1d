import type { IncomingHttpHeaders } from 'node:http'
import { ApplicationError } from '#contract/errors.ts'
import { protocolOf } from '#protocols/index.ts'
import type { Protocol } from '#protocols/protocol.ts'
import { taskDialect } from '#protocols/task-dialect.ts'
import { dialectOfStranger, firstCalls } from './endpoints.ts'
import { fixedCalls, isCall, methodsAt, platformOfPath, protocolAt } from './find-endpoint.ts'
import { namesNear } from './near-names.ts'
import { usualAddress, withoutSlash } from './usual-address.ts'

/** A path that nothing answers; what was probably meant is told. */
export const unknownPath = (method: string, path: string, headers: IncomingHttpHeaders): ApplicationError => {
  const usual = usualAddress(path).path
  const right = endingThatIsCall(usual) ?? firstOfBase(method, usual, headers) ?? nearest(method, usual)
  if (right === undefined) return new ApplicationError('not_found', { method, path })
  return new ApplicationError('path_misplaced', { method, path, right })
}

/** One that something answers, but asked in another way. */
export const wrongMethod = (method: string, path: string, headers: IncomingHttpHeaders): ApplicationError => {
  const allowed = methodsAt(usualAddress(path).path, headers)
  return new ApplicationError('method_not_allowed', { method, reason: 'method_wanted', allowed: allowed.join(', ') })
}

/** The dialect in which a path's errors are told, also where the path is unknown. */
export const protocolOfPath = (path: string, headers: IncomingHttpHeaders): Protocol => {
  const platform = platformOfPath(path)
  if (platform !== undefined) return taskDialect(platform)
  const usual = usualAddress(path).path
  const known = protocolAt(usual, headers) ?? protocolAt(endingThatIsCall(usual) ?? usual, headers)
  return protocolOf(known ?? dialectOfStranger(usual, headers))
}

/** The longest ending of it that is the path of a call. */
const endingThatIsCall = (path: string): string | undefined => {
  for (let slash = 0; slash >= 0; slash = path.indexOf('/', slash + 1)) {
    const ending = path.slice(slash)
    for (const meant of [ending, ending.toLowerCase()]) {
      const right = usualAddress(meant).path
      if (right !== path && isCall(right)) return right
    }
  }
  return undefined
}

/** Whoever asks a base address alone wants what its clients ask first. */
const firstOfBase = (method: string, path: string, headers: IncomingHttpHeaders): string | undefined => {
  const base = withoutSlash(path)
  if (base !== '/v1' && base !== '/v1beta') return undefined
  return method === 'POST' ? firstCalls[dialectOfStranger(path, headers)] : `${base}/models`
}

/** A path with a slip of the pen. */
const nearest = (method: string, path: string): string | undefined => {
  const asked = withoutSlash(path).toLowerCase()
  if (method !== 'POST' || !asked.startsWith('/v1/')) return undefined
  const [end] = namesNear(asked.slice('/v1/'.length), endsOfCalls)
  return end === undefined ? undefined : `/v1/${end}`
}

const endsOfCalls = fixedCalls.flatMap((path) => (path.startsWith('/v1/') ? [path.slice('/v1/'.length)] : []))
