import { ProtocolError } from '../failure.ts'
import { countMember, member, objectMember, textMember } from '../gemini-generate/fields.ts'
import type { JsonObject } from '../json/json.ts'
import type { LiveTokenOrder } from '../realtime.ts'

const usual = { expiresIn: 30 * 60, opensFor: 60, uses: 1 }
const longest = 20 * 3600
const mostUses = 2 ** 31

export const readTokenOrder = (body: JsonObject, now: number): LiveTokenOrder => ({
  wish: { setup: objectMember(body, 'bidiGenerateContentSetup'), mask: maskIn(body) },
  uses: countMember(body, 'uses', 0, mostUses) ?? usual.uses,
  expiresAt: timeIn(body, 'expireTime', now) ?? now + usual.expiresIn,
  opensUntil: timeIn(body, 'newSessionExpireTime', now) ?? now + usual.opensFor,
})

const timeIn = (body: JsonObject, name: string, now: number): number | undefined => {
  const text = textMember(body, name)
  if (text === undefined) return undefined
  const seconds = isTime.test(text) ? Math.floor(Date.parse(text) / 1000) : Number.NaN
  if (seconds > now && seconds < now + longest) return seconds
  throw new ProtocolError(name, 'must be a time within the next 20 hours, such as 2025-05-17T00:00:00Z')
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** One text with commas; a list of paths is the same. */
const maskIn = (body: JsonObject): string[] => {
  const told = member(body, 'fieldMask')
  const paths: readonly unknown[] = Array.isArray(told) ? told : typeof told === 'string' ? told.split(',') : []
  return paths.flatMap((path) => {
    if (typeof path !== 'string' || !isPath.test(path.trim())) {
      if (path === '') return []
      throw new ProtocolError('fieldMask', 'must be paths of members, such as generationConfig.temperature')
    }
    return [path.trim().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())]
  })
}

const isPath = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*){0,7}$/
