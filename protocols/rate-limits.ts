import type { RequestLimit } from './failure.ts'

/** How much of what is limited may be used yet, for each thing that somebody counts. */
export type RateLimits = {
  requests?: RequestLimit | undefined
  tokens?: RequestLimit | undefined
  inputTokens?: RequestLimit | undefined
  outputTokens?: RequestLimit | undefined
}

type Counted = keyof RateLimits

/** What a dialect calls the things that it counts. */
type Names = readonly (readonly [Counted, string])[]

const plainNames: Names = [
  ['requests', 'requests'],
  ['tokens', 'tokens'],
]
const finerNames: Names = [...plainNames, ['inputTokens', 'input-tokens'], ['outputTokens', 'output-tokens']]

/** The limits that an upstream tells, in whichever of the two usual ways; undefined where it tells none. */
export const readRateLimits = (get: (name: string) => string | undefined, now: number): RateLimits | undefined => {
  const finer = limitsIn(
    finerNames,
    (name, figure) => get(`anthropic-ratelimit-${name}-${figure}`),
    (text) => secondsUntil(text, now),
  )
  return finer ?? limitsIn(plainNames, (name, figure) => get(`x-ratelimit-${figure}-${name}`), secondsOf)
}

const limitsIn = (
  names: Names,
  get: (name: string, figure: 'limit' | 'remaining' | 'reset') => string | undefined,
  readReset: (text: string) => number | undefined,
): RateLimits | undefined => {
  const limits: RateLimits = {}
  for (const [counted, name] of names) {
    const most = wholeNumber(get(name, 'limit'))
    const left = wholeNumber(get(name, 'remaining'))
    const resetSeconds = readReset(get(name, 'reset') ?? '')
    if (most === undefined || left === undefined || resetSeconds === undefined) continue
    limits[counted] = { most, left, resetSeconds }
  }
  return Object.keys(limits).length === 0 ? undefined : limits
}

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

const units: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1, ms: 0.001 }

/** `6m0s`, `59.5s`, `20ms`, or the seconds as a number. */
const secondsOf = (text: string): number | undefined => {
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Number(text)
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|[dhms]))+$/.test(text)) return undefined
  let seconds = 0
  for (const [, figure, unit = ''] of text.matchAll(/([\d.]+)(ms|[dhms])/g))
    seconds += Number(figure) * (units[unit] ?? 0)
  return Math.round(seconds * 1000) / 1000
}

const secondsUntil = (text: string, now: number): number | undefined => {
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000))
}

/** Names and values in turn, as clients of OpenAI's maker read them: tokens are one thing there. */
export const plainLimitHeaders = (limits: RateLimits): string[] => {
  const told = { ...limits, tokens: limits.tokens ?? limits.inputTokens }
  return plainNames.flatMap(([counted, name]) => {
    const limit = told[counted]
    if (limit === undefined) return []
    const figures = { limit: String(limit.most), remaining: String(limit.left), reset: `${limit.resetSeconds}s` }
    return Object.entries(figures).flatMap(([figure, value]) => [`x-ratelimit-${figure}-${name}`, value])
  })
}

/** The same as clients of Anthropic's maker read them: a moment tells when all may be used again. */
export const finerLimitHeaders = (limits: RateLimits, now: number): string[] =>
  finerNames.flatMap(([counted, name]) => {
    const limit = limits[counted]
    if (limit === undefined) return []
    const reset = new Date(now + limit.resetSeconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
    const figures = { limit: String(limit.most), remaining: String(limit.left), reset }
    return Object.entries(figures).flatMap(([figure, value]) => [`anthropic-ratelimit-${name}-${figure}`, value])
  })
